import { createPrompt, listAdminPrompts, orderPrompts, updatePrompt } from '@keepsake/contract/films/prompts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answer, refuse, reply } from '../../../test/answers.ts';
import { expectAccessible } from '../../../test/looks.ts';
import { idOf } from '../../../test/orders.ts';
import { openPrompts as open, prompts, smile } from '../../../test/prompts.ts';
import { expectAlert, expectText, press } from '../../../test/screen.ts';
import { resizeTo } from '../../../test/window.ts';

describe('the order of the effects', () => {
  const rows = () =>
    page
      .getByRole('table', { name: 'Single person' })
      .getByRole('checkbox')
      .elements()
      .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((one) => one.getAttribute('aria-label'));
  const [first, second] = ['Offered: Smile (Single person)', 'Offered: Wave (Single person)'];
  const handle = () => page.getByRole('button', { name: 'Move Smile (Single person)', exact: true });
  const announced = (words: string) =>
    expect
      .poll(() => [...document.querySelectorAll('[aria-live]')].some((one) => one.textContent?.includes(words)))
      .toBe(true);
  const [ids, laugh = ''] = [prompts.slice(0, 2).map(({ id }) => id), prompts[2]?.id];
  /** A server that keeps the order. */
  const openKept = async (...answers: Answer[]) => {
    let kept = prompts;
    const inOrder = (order: readonly string[]) =>
      kept.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
    const keeps = reply(orderPrompts, ({ body }) => {
      kept = inOrder([...(body as { ids: string[] }).ids, ...prompts.slice(2).map(({ id }) => id)]);
      return { prompts: kept };
    });
    const server = await open(
      reply(listAdminPrompts, () => ({ prompts: kept })),
      keeps,
      ...answers,
    );
    await expect.poll(rows).toEqual([first, second]);
    return { server, keeps };
  };

  test('is changed with Space and the arrow keys, announced, in one call', async () => {
    const { server } = await openKept();
    await userEvent.tab();
    (handle().element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await announced('Smile is grabbed, place 1 of 2.');
    await userEvent.keyboard('{ArrowDown}');
    await announced('Smile: place 2 of 2.');
    await expect.poll(rows).toEqual([second, first]);
    await userEvent.keyboard('{Escape}');
    await announced('Smile is back at place 1 of 2.');
    await expect.poll(rows).toEqual([first, second]);
    expect(server.sent(orderPrompts)).toEqual([]);
    await userEvent.keyboard(' {ArrowDown} ');
    await announced('Smile is put down at place 2 of 2.');
    await expect
      .poll(() => server.sent(orderPrompts).map(({ body }) => body))
      .toEqual([{ ids: ids.toReversed(), seen: ids }]);
    await expect.poll(rows).toEqual([second, first]);
    await expect.element(handle()).toHaveFocus();
  });

  test('is applied when the handle loses focus', async () => {
    const { server } = await openKept();
    handle().element().focus();
    await userEvent.keyboard(' {ArrowDown}');
    await page.getByLabelText('Search effects').click();
    await announced('Smile is put down at place 2 of 2.');
    await expect.element(handle()).toHaveAttribute('aria-pressed', 'false');
    await expect
      .poll(() => server.sent(orderPrompts).map(({ body }) => body))
      .toEqual([{ ids: ids.toReversed(), seen: ids }]);
  });

  test('is changed by buttons, which keep the focus', async () => {
    const { server } = await openKept();
    const down = page.getByRole('button', { name: 'Move Smile (Single person) down' });
    await down.click();
    await expect.poll(rows).toEqual([second, first]);
    await expect.element(down).toHaveFocus();
    await announced('Smile: place 2 of 2.');
    await expect.element(down).toHaveAttribute('aria-disabled', 'true');
    expect(server.sent(orderPrompts)).toHaveLength(1);
  });

  test('is changed by dragging', async () => {
    await resizeTo(1280, 900);
    const { server } = await openKept();
    const grip = handle().element();
    const { left, top } = grip.getBoundingClientRect();
    const at = (type: string, clientY: number) =>
      grip.dispatchEvent(
        new PointerEvent(type, { clientX: left + 5, clientY, bubbles: true, cancelable: true, button: 0 }),
      );
    at('pointerdown', top + 5);
    await expect.element(handle()).toHaveAttribute('aria-pressed', 'true');
    at('pointermove', top + 300);
    await expect.poll(rows).toEqual([second, first]);
    expect(server.sent(orderPrompts)).toEqual([]);
    at('pointerup', top + 300);
    await expect.poll(() => server.sent(orderPrompts)).toHaveLength(1);
    await expect.poll(rows).toEqual([second, first]);
  });

  test('changed by somebody else is shown beside one’s own, and either can be kept', async () => {
    const theirs = ids.toReversed();
    const conflict = refuse(orderPrompts, 'changed_meanwhile', { current: theirs });
    const { server, keeps } = await openKept(conflict);
    const question = page.getByText('Somebody else has changed this meanwhile');
    await press('Move Wave (Single person) up');
    await expectText('Somebody else has changed this meanwhile');
    await press('Take over what is there now');
    await expect.element(question).not.toBeInTheDocument();
    server.answer(refuse(orderPrompts, 'changed_meanwhile', { current: [...ids, laugh] }));
    await press('Move Smile (Single person) down');
    await expectText('Now: Smile, Wave');
    await expectText('Yours: Wave, Smile');
    await expectAccessible();
    server.answer(keeps);
    await press('Save mine all the same');
    await expect
      .poll(() => server.sent(orderPrompts).at(-1)?.body)
      .toEqual({ ids: [...theirs, laugh], seen: [...ids, laugh] });
    await expect.element(question).not.toBeInTheDocument();
    await expect.poll(rows).toEqual([second, first]);
  });

  test('says why it could not be changed, and cannot be changed during a search', async () => {
    await openKept(refuse(orderPrompts, 'internal_error'));
    await press('Move Smile (Single person) down');
    await expectAlert('Failed to change the order');
    await expect.poll(rows).toEqual([first, second]);
    await page.getByLabelText('Search effects').fill('smile');
    await expectText('The order can be changed once nothing is searched for.');
    await expect.element(handle()).not.toBeInTheDocument();
  });
});

describe('an effect', () => {
  const box = () => page.getByRole('checkbox', { name: 'Offered: Smile (Single person)' });

  test('is withdrawn at once, or it is said why not', async () => {
    const off = { ...smile, enabled: false, revision: 2 };
    const server = await open(reply(updatePrompt, { prompt: off }));
    await expect.element(box()).toBeChecked();
    server.answer(reply(listAdminPrompts, { prompts: [off, ...prompts.slice(1)] }));
    await box().click();
    await expectText('Smile is no longer offered. Orders that have it keep it.');
    await expect.element(box()).not.toBeChecked();
    const { imageTheme, action, prompt, suggestions } = smile;
    expect(server.sent(updatePrompt)[0]?.body).toEqual({
      imageTheme,
      action,
      prompt,
      suggestions,
      enabled: false,
      revision: 1,
    });
    server.answer(refuse(updatePrompt, 'changed_meanwhile', { current: smile, revision: 3 }));
    await box().click();
    await expectText('Somebody else has changed Smile (Single person) meanwhile.');
    await expect.element(box()).not.toBeChecked();
  });

  test('is duplicated under an unused name', async () => {
    const taken = { ...smile, id: idOf(400), action: { en: 'smile (2)' } };
    const server = await open(
      reply(listAdminPrompts, { prompts: [...prompts, taken] }),
      reply(createPrompt, { prompt: smile }),
    );
    await press('Duplicate Smile (Single person)');
    await expect.element(page.getByLabelText('Effect (English)')).toHaveValue('Smile (3)');
    await press('Save');
    await expectText('The effect is added');
    const { imageTheme, prompt, suggestions } = smile;
    expect(server.sent(createPrompt)[0]?.body).toEqual({
      imageTheme,
      action: { en: 'Smile (3)' },
      prompt,
      suggestions: suggestions.filter((key) => key === 'top_hat'),
      enabled: true,
    });
  });
});
