import { batchStatus, type Bucket, myBuckets } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { type Answer, reply } from './answers.ts';
import { aPage, prompts } from './orders.ts';
import { renderPage } from './render-page.tsx';
import { customer } from './users.ts';

/** The gallery of a customer who has these sets. */
export function openDashboard(buckets: Bucket[], ...answers: Answer[]) {
  return renderPage('/dashboard', { user: customer, answers: [...dashboardAnswers(buckets), ...answers] });
}

/** What the gallery asks for; nothing has changed of the photos that are asked about again. */
export function dashboardAnswers(buckets: Bucket[]): Answer[] {
  return [reply(myBuckets, aPage(buckets)), reply(listPrompts, { prompts }), reply(batchStatus, { statuses: {} })];
}
