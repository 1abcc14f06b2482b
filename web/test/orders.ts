import type { Bucket } from '@keepsake/contract/photos/content';
import type { AdminPrompt, Prompt } from '@keepsake/contract/films/prompts';
import type { Photo, PhotoStatus } from '../src/features/photos/photos.api.ts';
import type { FinishedFilm, OrderedFilm } from '../src/features/films/films.api.ts';

/** One unbroken word of sixty letters, as a name that is as long as it gets. */
export const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte';

/** An id that is the same for the same number. */
export function idOf(number: number): string {
  return `0199aa00-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

export const day = 24 * 60;

/** Three minutes for nearly one more. A page knows the server's clock to the second. */
export const threeMinutes = 3.02;

export const smile: Prompt = aPrompt(1, 'Smile', 'Single person');
export const wave: Prompt = aPrompt(2, 'Wave', 'Single person');
export const laugh: Prompt = aPrompt(3, 'Laugh together', 'Couple or group');
export const prompts: Prompt[] = [smile, wave, laugh];

export function aPrompt(number: number, action: string, theme: string): Prompt {
  return {
    id: idOf(100 + number),
    imageTheme: { en: theme },
    action: { en: action },
    // By which the wizard knows that it is for one alone.
    suggestions: theme === 'Single person' ? ['single_subject'] : ['everyone_visible'],
    revision: 1,
  };
}

/** The same with its wording, as administrators see it. */
export function withWording(prompt: Prompt): AdminPrompt {
  return { ...prompt, prompt: `The person in the photo: ${prompt.action.en}.`, enabled: true };
}

export function aPhoto(number: number, more: Partial<Photo> = {}): Photo {
  return {
    id: idOf(200 + number),
    bucketId: idOf(1),
    filename: `photo-${number}.jpg`,
    originalName: `photo-${number}.jpg`,
    uploadId: null,
    photoUrl: '/gallery/smile.jpg',
    width: 960,
    height: 1200,
    focus: null,
    status: 'not_paid',
    variety: 1,
    actions: [{ promptId: smile.id, variety: 1 }],
    PromptId: smile.id,
    Prompt: smile,
    ProcessedContents: [],
    versions: [],
    createdAt: ago(10),
    ...more,
  };
}

/** A photo as it is answered in a state, with one film that stands there. */
export function photoIn(status: PhotoStatus, number: number, more: Partial<Photo> = {}): Photo {
  const states = {
    paid: 'queued',
    processing: 'creating',
    done: 'done',
    failed: 'failed',
    retry_pending: 'retry_pending',
  } as const;
  const versions =
    status === 'not_paid' ? [] : [anOrderedFilm(number, { state: states[status], startedAt: ago(threeMinutes) })];
  return aPhoto(number, {
    status,
    versions,
    ProcessedContents: status === 'done' ? [aFinishedFilm(number)] : [],
    ...more,
  });
}

export function anOrderedFilm(number: number, more: Partial<OrderedFilm> = {}): OrderedFilm {
  return {
    id: idOf(300 + number),
    promptId: smile.id,
    action: smile.action,
    number: 1,
    state: 'queued',
    failureCode: null,
    startedAt: null,
    doneAt: null,
    ...more,
  };
}

export function aFinishedFilm(number: number, more: Partial<FinishedFilm> = {}): FinishedFilm {
  return {
    id: idOf(300 + number),
    url: '/gallery/smile.mp4',
    downloadUrl: '/gallery/smile.mp4',
    posterUrl: null,
    promptId: smile.id,
    number: 1,
    shows: null,
    metadata: { bytes: 4_200_000, sha256: 'ab', width: 720, height: 900, durationMs: 5000, createdAt: ago(5) },
    ...more,
  };
}

export function aBucket(number: number, more: Partial<Bucket> = {}): Bucket {
  return {
    id: idOf(number),
    name: null,
    status: 'pending',
    createdAt: ago(day * number),
    updatedAt: ago(day * number),
    paidAt: null,
    payment: null,
    deletionDate: null,
    Contents: [aPhoto(number, { bucketId: idOf(number) })],
    ...more,
  };
}

export function aPage(
  buckets: Bucket[],
  { page = 1, total = buckets.length, archived = false, archivedTotal = 0 } = {},
) {
  return { buckets, pagination: { total, totalPages: Math.ceil(total / 5), page, limit: 5 }, archived, archivedTotal };
}
