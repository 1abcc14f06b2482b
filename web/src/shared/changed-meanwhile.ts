import * as z from 'zod/mini';
import { ApiError } from './api.ts';

/** What somebody else has made of the same thing since it was loaded here. */
export interface ChangedMeanwhile<State> {
  current: State;
  revision: number;
}

/** The newer state that the server sent along when it refused a change; null for every other error. */
export function changedMeanwhile<State>(error: unknown, state: z.ZodMiniType<State>): ChangedMeanwhile<State> | null {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return null;
  return z.object({ current: state, revision: z.int() }).safeParse(error.body).data ?? null;
}
