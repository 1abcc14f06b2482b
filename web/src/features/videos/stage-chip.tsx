import type { Version } from '@keepsake/contract/videos';
import { Check, CircleAlert, Clock, RotateCw } from 'lucide-react';
import { useNow } from '../../shared/clock.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Chip } from '../../ui/chip.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Tone } from '../../ui/tone.tsx';

const looks = {
  queued: { tone: 'neutral', icon: <Clock size={16} aria-hidden="true" /> },
  creating: { tone: 'warn', icon: <Spinner /> },
  done: { tone: 'ok', icon: <Check size={16} aria-hidden="true" /> },
  failed: { tone: 'bad', icon: <CircleAlert size={16} aria-hidden="true" /> },
  retry_pending: { tone: 'warn', icon: <RotateCw size={16} aria-hidden="true" /> },
} satisfies Record<Version['state'], { tone: Tone; icon: React.ReactNode }>;

/** Queued, Creating (since when), Ready: what is known, never a guessed percentage. */
export function StageChip({ version }: { version: Version }) {
  const { t } = useTranslation('dashboard');
  const minutes = minutesSince(version, useNow());
  const { tone, icon } = looks[version.state];
  return (
    <Chip tone={tone} icon={icon}>
      {minutes === null ? t(`stage.${version.state}`) : t('stage.creatingFor', { count: minutes })}
    </Chip>
  );
}

/** Whole minutes a film has been in the making; null before the first is over. */
function minutesSince({ state, startedAt }: Version, now: Date): number | null {
  if (state !== 'creating' || startedAt === null) return null;
  const minutes = Math.floor((now.getTime() - Date.parse(startedAt)) / 60_000);
  return minutes < 1 ? null : minutes;
}
