import { useSyncExternalStore } from 'react';
import type { Tone } from '../feedback/notice.tsx';

export interface Toast {
  id: number;
  text: string;
  tone: Tone;
  action?: { label: string; run: () => void };
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Says something in passing at the bottom of the window, read out politely. One action at most, such as trying again.
 * @returns its id, to dismiss it when its action makes no sense any more
 */
export function toast(text: string, options: { tone?: Tone; action?: Toast['action'] } = {}): number {
  change([...toasts.slice(-2), { id: ++lastId, text, tone: options.tone ?? 'ok', ...options }]);
  return lastId;
}

export function dismissToast(id: number): void {
  change(toasts.filter((one) => one.id !== id));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => toasts,
  );
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
