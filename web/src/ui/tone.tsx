import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';

/** How good or bad news is; never told by colour alone. */
export type Tone = 'ok' | 'warn' | 'bad' | 'neutral';

export const toneIcons: Record<Tone, LucideIcon> = {
  ok: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  neutral: Info,
};
