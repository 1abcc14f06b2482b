import { batchStatus, type Bucket, myBuckets } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { page } from 'vitest/browser';
import { type Answer, reply } from './answers.ts';
import { aPage, prompts } from './orders.ts';
import { renderPage } from './render-page.tsx';
import { press } from './screen.ts';
import { customer } from './users.ts';

/** The gallery of a customer who has these sets. */
export function openDashboard(buckets: Bucket[], ...answers: Answer[]) {
  return renderPage('/dashboard', { user: customer, answers: [...dashboardAnswers(buckets), ...answers] });
}

/** What the gallery asks for; nothing has changed of the photos that are asked about again. */
export function dashboardAnswers(buckets: Bucket[]): Answer[] {
  return [reply(myBuckets, aPage(buckets)), reply(listPrompts, { prompts }), reply(batchStatus, { statuses: {} })];
}

/** Opens the menu of the only bucket, or of the first one, and presses one of its actions. */
export async function choose(action: string | RegExp): Promise<void> {
  await openMenu();
  await press(action);
}

export async function openMenu(): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for the set/ })
    .first()
    .click();
}
