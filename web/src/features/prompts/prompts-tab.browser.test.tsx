import {
  createPictogram,
  createPrompt,
  deletePrompt,
  listAdminPrompts,
  listPictograms,
  updatePictogram,
  updatePrompt,
} from '@keepsake/contract/films/prompts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, never, refuse, reply } from '../../../test/answers.ts';
import { expectAccessible, testLooks } from '../../../test/looks.ts';
import { aPrompt, longWord, withWording } from '../../../test/orders.ts';
import { openPrompts as open, prompts, smile, topHat } from '../../../test/prompts.ts';
import { expectAlert, expectLoading, expectProblems, expectText, fill, press } from '../../../test/screen.ts';
import { resizeTo } from '../../../test/window.ts';

const change = () => press('Change Smile (Single person)');

describe('the effects', () => {
  testLooks('the effects', async () => {
    const long = { ...withWording(aPrompt(9, longWord, longWord)), prompt: longWord };
    await open(reply(listAdminPrompts, { prompts: [...prompts, long] }));
    await expectText(longWord);
  });

  test('are loading', async () => {
    await open(never(listAdminPrompts), never(listPictograms));
    await expectLoading();
  });

  test('keep out of sight what moves when they are there', async () => {
    await resizeTo(1280, 900);
    await open(never(listAdminPrompts));
    await expectLoading();
    await expect.element(page.getByRole('button', { name: 'Add pictogram' })).not.toBeInViewport();
  });

  test('say why they cannot be shown', async () => {
    await open(refuse(listAdminPrompts, 'internal_error'), refuse(listPictograms, 'internal_error'));
    await expectAlert('Failed to load prompts. Something went wrong. Please try again.');
    await expectAlert('Failed to load pictograms. Something went wrong. Please try again.');
  });

  test('have a text if there are none', async () => {
    await open(reply(listAdminPrompts, { prompts: [] }), reply(listPictograms, { suggestions: [] }));
    await expectText('No effect is offered.');
    await expectText('There is no pictogram.');
  });

  test('are found by words', async () => {
    await open();
    await page.getByLabelText('Search effects').fill('wave single');
    await expect.element(page.getByRole('button', { name: 'Change Wave (Single person)' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Change Smile (Single person)' })).not.toBeInTheDocument();
    await page.getByLabelText('Search effects').fill('nothing');
    await expectText('Nothing fits this search.');
  });

  test('say which of them the built-in renderer does not know', async () => {
    const asUnknown = prompts.map((one) => (one.id === smile.id ? { ...one, effect: 'unknown' } : one));
    await open(reply(listAdminPrompts, { prompts: asUnknown }));
    await expectText('The built-in renderer does not know this effect by its English name.');
    await change();
    const said = page.getByRole('dialog').getByText(/renderer does not know this effect/);
    await expect.element(said).toBeVisible();
    await page.getByLabelText('Effect (English)').fill('Dance');
    await expect.element(said).not.toBeInTheDocument();
  });

  test('are deleted after a confirmation', async () => {
    await open(refuse(deletePrompt, 'prompt_in_use'));
    await press('Delete Smile (Single person)');
    await expectText('It is not offered any more. Orders that were made with it keep it.');
    await expectAccessible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectAlert('Failed to delete prompts');
    await expectText('This prompt is used by a set that is not paid yet.');
  });
});

describe('the form of an effect', () => {
  testLooks('the form of an effect with errors', async () => {
    await open();
    await press('Add effect');
    await press('Save');
    await expectText('Please fill in all required fields');
  });

  test('needs a name, a theme and a wording', async () => {
    await open();
    await press('Add effect');
    await page.getByLabelText('Theme').selectOptions('A new theme');
    await press('Save');
    await expectProblems([
      'Theme (English): This field is required',
      'Effect (English): This field is required',
      'Prompt: This field is required',
    ]);
    await fill('Theme (English)', 't'.repeat(81));
    await fill('Effect (English)', 'e'.repeat(81));
    await fill('Prompt', 'p'.repeat(5001));
    await expectProblems([
      'Theme (English): Use at most 80 characters.',
      'Effect (English): Use at most 80 characters.',
      'Prompt: Use at most 5000 characters.',
    ]);
  });

  test('asks for confirmation before Esc, its button or a press outside discards changes', async () => {
    await resizeTo(1280, 900);
    await open();
    await press('Add effect');
    const form = page.getByRole('dialog', { name: 'Add effect' });
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await fill('Prompt', 'The statue lifts its hat.');
    const ways = [
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.keyboard('{Escape}'),
      () => form.getByRole('button', { name: 'Close' }).click(),
      () => form.click({ position: { x: -50, y: 20 }, force: true }),
    ];
    for (const leave of ways) {
      await leave();
      await expect.element(question).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expect.element(question).not.toBeInTheDocument();
      await expect.element(page.getByLabelText('Prompt')).toHaveValue('The statue lifts its hat.');
    }
    await userEvent.keyboard('{Escape}');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(form).not.toBeInTheDocument();
    await press('Add effect');
    await userEvent.keyboard('{Escape}');
    await expect.element(form).not.toBeInTheDocument();
  });

  test('shows the effect as customers of each language see it, and adds it', async () => {
    const server = await open(reply(createPrompt, { prompt: smile }));
    await press('Add effect');
    await fill('Effect (English)', 'Tip the hat');
    await page.getByText('Effect in other languages').click();
    await page.getByLabelText('Effect (Deutsch) (optional)').fill('Den Hut ziehen');
    await fill('Prompt', 'The statue lifts its hat.');
    await page.getByRole('checkbox', { name: 'Top hat' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByLabelText('Preview in').selectOptions('Deutsch');
    await expect.element(preview.getByText('Den Hut ziehen')).toBeVisible();
    await expectAccessible();
    await press('Save');
    await expectText('The effect is added');
    expect(server.sent(createPrompt)[0]?.body).toEqual({
      imageTheme: { en: 'Single person' },
      action: { en: 'Tip the hat', de: 'Den Hut ziehen' },
      prompt: 'The statue lifts its hat.',
      suggestions: ['top_hat'],
      enabled: true,
    });
  });

  test('says why the effect could not be saved', async () => {
    await open(refuse(updatePrompt, 'prompt_exists'));
    await change();
    await press('Save');
    await expectProblems(['Failed to update prompts. This theme already has an effect of this name.']);
  });

  test('shows a change that somebody else made in the meantime, and can adopt it', async () => {
    const current = { ...smile, prompt: 'The person laughs.', revision: 5 };
    await open(refuse(updatePrompt, 'changed_meanwhile', { current, revision: 5 }));
    await change();
    await fill('Prompt', 'The person bows.');
    await press('Save');
    await expectText('Now: The person laughs.');
    await expectText('Yours: The person bows.');
    await expectAccessible();
    await press('Take over what is there now');
    await expect.element(page.getByLabelText('Prompt')).toHaveValue('The person laughs.');
  });
});

describe('the form of a pictogram', () => {
  testLooks('the form of a pictogram with errors', async () => {
    await open();
    await press('Add pictogram');
    await press('Save');
    await expectText('Please fill in all required fields');
  });

  test('validates name and icon', async () => {
    await open();
    await press('Add pictogram');
    await press('Save');
    await expectProblems(['Name (English): This field is required', 'Icon: This field is required']);
    await fill('Name (English)', 'n'.repeat(61));
    await fill('Icon', 'not an icon');
    await expectProblems(['Name (English): Use at most 60 characters.', 'Icon: This value has the wrong format.']);
  });

  testLooks('the form of a pictogram with its drawings', async () => {
    await open();
    await press('Change Top hat');
    await expect.element(page.getByRole('radio', { name: 'face forward' })).toBeInTheDocument();
  });

  test('offers a search for pictures, and previews the typed icon', async () => {
    const server = await open(reply(createPictogram, { suggestion: topHat }));
    await press('Add pictogram');
    await fill('Name (English)', 'Pet');
    await fill('Icon', 'hat');
    await expectText('There is no such icon.');
    const pictures = page.getByRole('group', { name: 'Choose a picture' });
    const names = () =>
      pictures
        .getByRole('radio')
        .elements()
        .map((one) => one.closest('label')?.textContent);
    expect(names()).toEqual(['face forward', 'pet', 'hand', 'hat wizard']);
    const search = pictures.getByLabelText('Search pictures');
    await search.fill('magic');
    await expect.poll(names).toEqual(['hat wizard']);
    // This sends nothing, see below.
    await userEvent.keyboard('{Enter}');
    await search.fill('nothing of the kind');
    await expectText('Nothing fits this search.');
    await search.fill('');
    await expect.poll(names).toHaveLength(4);
    await userEvent.keyboard('{Tab} ');
    await expect.element(page.getByLabelText('Icon', { exact: true })).toHaveValue('/card-icons/face-forward.svg');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(pictures.getByRole('radio', { name: 'pet' })).toBeChecked();
    await expect.element(page.getByLabelText('Icon')).toHaveValue('/card-icons/pet.svg');
    await expect.element(page.getByText('There is no such icon.')).not.toBeInTheDocument();
    await press('Save');
    await expectText('The pictogram is added');
    expect(server.sent(createPictogram)).toMatchObject([{ body: { icon: '/card-icons/pet.svg' } }]);
  });

  test('says at the field of the icon that no icon has this name', async () => {
    const problems = { icon: { code: 'unknown_icon' as const, example: 'face-forward, pet' } };
    await open(refuse(createPictogram, 'validation_failed', { problems }));
    await press('Add pictogram');
    await fill('Name (English)', 'Nothing');
    await fill('Icon', 'nothing');
    await press('Save');
    await expectProblems([
      'Icon: There is no such icon. Drawings: face-forward, pet. Others are names of Font Awesome such as fa-hand.',
    ]);
  });

  test('cannot be changed while it is being saved', async () => {
    const late = held(updatePictogram, { suggestion: topHat });
    const server = await open(late);
    await press('Change Top hat');
    const pet = page.getByRole('radio', { name: 'pet' });
    await expect.element(pet).toBeInTheDocument();
    await press('Save');
    await expect.poll(() => server.sent(updatePictogram)).toHaveLength(1);
    (pet.element() as HTMLElement).click();
    await expect.element(pet).not.toBeChecked();
    await expect.element(page.getByLabelText('Icon', { exact: true })).toHaveValue('fa-hat-wizard');
    late.letGo();
    await expectText('The pictogram is changed');
  });

  test('adds a pictogram, or says why not', async () => {
    const server = await open(refuse(createPictogram, 'pictogram_key_taken'));
    await press('Add pictogram');
    await fill('Name (English)', 'Top hat');
    await fill('Icon', 'fa-hat-wizard');
    await press('Save');
    await expectProblems(['Failed to create pictograms. A suggestion with this key already exists']);
    server.answer(reply(createPictogram, { suggestion: topHat }));
    await press('Save');
    await expectText('The pictogram is added');
  });

  test('shows a change that somebody else made in the meantime', async () => {
    const current = { ...topHat, name: { en: 'Bowler hat' }, revision: 2 };
    const server = await open(refuse(updatePictogram, 'changed_meanwhile', { current, revision: 2 }));
    await press('Change Top hat');
    await fill('Name (English)', 'Cap');
    await press('Save');
    await expectText('Now: Bowler hat');
    await expectText('Yours: Cap');
    server.answer(reply(updatePictogram, { suggestion: topHat }));
    await press('Save mine all the same');
    await expectText('The pictogram is changed');
    expect(server.sent(updatePictogram).at(-1)?.body).toMatchObject({ revision: 2 });
  });
});
