import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** What the error summary of a form lists, in its order. */
export async function expectProblems(problems: readonly string[]): Promise<void> {
  await expect.element(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
  await expect.poll(() => summary().map(({ textContent }) => textContent)).toEqual(problems);
}

function summary(): Element[] {
  return page.getByRole('alert').getByRole('listitem').elements();
}

/** A field is marked as wrong, and its problem is read with it. */
export async function expectFieldProblem(field: Locator, problem: string): Promise<void> {
  await expect.element(field).toBeInvalid();
  await expect.element(field).toHaveAccessibleDescription(new RegExp(`${escape(problem)}$`));
}

/** The words are seen somewhere, alone or in a longer text. */
export async function expectText(text: string | RegExp): Promise<void> {
  const found = () => page.getByText(text, { exact: false }).elements();
  await expect
    .poll(() => found().some((element) => element.checkVisibility()), { message: `“${text}” is seen` })
    .toBe(true);
}

/** How long an effect on a photo may take: its code and its models have to come, and faces are looked for. */
export const untilDrawn = { timeout: 100_000 };

export async function expectHeading(name: string | RegExp): Promise<void> {
  await expect.element(page.getByRole('heading', { name }).first()).toBeVisible();
}

export async function expectAlert(text: string): Promise<void> {
  await expect.element(page.getByRole('alert').filter({ hasText: text }).first()).toBeVisible();
}

/** A placeholder says that something is being loaded. */
export async function expectLoading(): Promise<void> {
  await expect.element(page.getByText('Loading…').first()).toBeInTheDocument();
}

/** Holds a toast, as who reads it does. It would go by itself, before the next step of a test on a busy machine. */
export async function holdToast(text: string): Promise<void> {
  const words = page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: false });
  const hold = () => {
    const dismiss = words.query()?.parentElement?.querySelector<HTMLElement>('button:last-child');
    dismiss?.focus();
    return dismiss === document.activeElement;
  };
  await expect.poll(hold, { message: `the toast “${text}” is held` }).toBe(true);
}

export async function expectPath(path: string): Promise<void> {
  await expect.poll(() => location.pathname + location.search).toBe(path);
}

export async function press(name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
}

export async function fill(label: string, text: string): Promise<void> {
  await page.getByLabelText(label, { exact: true }).fill(text);
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
