import { create } from 'zustand';
import type { Tone } from '../feedback/notice.tsx';

export interface Toast {
  id: number;
  text: string;
  tone: Tone;
  action?: { label: string; run: () => void };
}

export const useToasts = create<readonly Toast[]>(() => []);
let lastId = 0;

/**
 * Shows a toast at the bottom of the window, announced politely, with at most one action, such as a retry.
 * @returns its id, to dismiss it when its action no longer applies
 */
export function toast(text: string, options: { tone?: Tone; action?: Toast['action'] } = {}): number {
  const id = ++lastId;
  useToasts.setState((toasts) => [...toasts.slice(-2), { id, text, tone: options.tone ?? 'ok', ...options }], true);
  return id;
}

export function dismissToast(id: number): void {
  useToasts.setState((toasts) => toasts.filter((one) => one.id !== id), true);
}
