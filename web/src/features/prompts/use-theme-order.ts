import { type AdminPrompt, orderPrompts } from '@keepsake/contract/films/prompts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, call } from '../../shared/api.ts';
import { adminPromptsQuery, promptsQuery } from './prompts.api.ts';

const conflictBody = z.object({ current: z.array(z.string()) });

/** The order of the same theme's prompts in two states, by id. */
export interface OrderConflict {
  theirs: readonly string[];
  mine: readonly string[];
}

/**
 * The prompts of a theme in the requested order, which is saved at once. While a request is running, only the last further change is sent after it.
 */
export function useThemeOrder(stored: readonly AdminPrompt[]) {
  const queries = useQueryClient();
  const storedIds = stored.map(({ id }) => id);
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const [conflict, setConflict] = useState<OrderConflict | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const next = useRef<string[] | null>(null);
  const isRunning = useRef(false);

  async function sendAll(known: string[]): Promise<void> {
    let seen = known;
    while (next.current !== null) {
      const ids = next.current;
      next.current = null;
      try {
        const { prompts } = await call(orderPrompts, { body: { ids, seen } });
        if (next.current === null) queries.setQueryData(adminPromptsQuery.queryKey, prompts);
        seen = ids;
      } catch (error) {
        const mine = next.current ?? ids;
        next.current = null;
        const theirs = conflictIn(error);
        if (theirs) setConflict({ theirs, mine });
        else setFailure(error);
      }
    }
  }

  async function save(ids: string[], known: string[] = storedIds): Promise<void> {
    next.current = ids;
    setAsked(ids);
    setConflict(null);
    setFailure(null);
    if (isRunning.current) return;
    isRunning.current = true;
    await sendAll(known);
    isRunning.current = false;
    await queries.invalidateQueries({ queryKey: adminPromptsQuery.queryKey });
    void queries.invalidateQueries({ queryKey: promptsQuery.queryKey });
    // Unless an item was moved again meanwhile.
    if (!isRunning.current) setAsked(null);
  }

  return {
    /** Prompts that were added or deleted meanwhile have the server's position. */
    prompts: asked && isSameSet(asked, storedIds) ? inOrder(stored, asked) : stored,
    conflict,
    failure,
    save: (ids: string[]) => void save(ids),
    takeTheirs: () => setConflict(null),
    /** Prompts that somebody else has added come last; deleted ones are left out. */
    keepMine: ({ theirs, mine }: OrderConflict) =>
      void save(
        [...mine.filter((id) => theirs.includes(id)), ...theirs.filter((id) => !mine.includes(id))],
        [...theirs],
      ),
  };
}

function conflictIn(error: unknown): string[] | null {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return null;
  return conflictBody.safeParse(error.body).data?.current ?? null;
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

function inOrder(prompts: readonly AdminPrompt[], ids: readonly string[]): AdminPrompt[] {
  return prompts.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
