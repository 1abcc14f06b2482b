import type { Reply } from '@keepsake/contract/endpoint';
import type { videoMaking } from '@keepsake/contract/films/videos';
import { useQuery } from '@tanstack/react-query';
import { Play, RotateCw } from 'lucide-react';
import { dateTime } from '../../../shared/texts/format.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Text } from '../../../ui/text.tsx';
import { makingQuery, useChangeMaking } from './film-making.api.ts';

type Making = Reply<typeof videoMaking>;

/** Shows why film production is paused or stopped, with a button to resume. Renders nothing while it works. */
export function FilmMakingNotice() {
  const { data } = useQuery(makingQuery);
  if (data === undefined) return null;
  if (data.paused !== null) return <PausedNotice paused={data.paused} waiting={data.waiting} />;
  return data.state === 'working' ? null : <ServiceNotice making={data} />;
}

/** An administrator's pause: it lasts until an administrator ends it. */
function PausedNotice({ paused, waiting }: { paused: NonNullable<Making['paused']>; waiting: number }) {
  const { t } = useTranslation('admin');
  const change = useChangeMaking();
  return (
    <Notice
      tone="warn"
      title={t('making.pausedByHand')}
      action={
        <Button
          variant="secondary"
          icon={<Play size={18} aria-hidden="true" />}
          busy={change.isPending}
          onClick={() => change.mutate('end_pause')}
        >
          {t('making.endPause')}
        </Button>
      }
    >
      <p>
        <Text>
          {t('making.pausedBy', { name: paused.by ?? t('making.nobody'), time: dateTime(paused.at) })}{' '}
          {t('making.waiting', { count: waiting })}
        </Text>
      </p>
    </Notice>
  );
}

/** The video service requested a pause, or its circuit breaker is open. */
function ServiceNotice({ making: { state, reason, nextTryAt, waiting } }: { making: Making }) {
  const { t } = useTranslation('admin');
  const change = useChangeMaking();
  const button = (
    <Button
      variant="secondary"
      icon={<RotateCw size={18} aria-hidden="true" />}
      busy={change.isPending}
      onClick={() => change.mutate('try')}
    >
      {t('making.resume')}
    </Button>
  );
  return (
    <Notice
      tone={state === 'stopped' ? 'bad' : 'warn'}
      title={t(state === 'stopped' ? 'making.stopped' : 'making.paused')}
      action={state === 'stopped' && button}
    >
      <p>{reason}</p>
      <p>
        <Text>
          {t('making.waiting', { count: waiting })}{' '}
          {nextTryAt !== null && t('making.next', { time: dateTime(nextTryAt) })}
        </Text>
      </p>
    </Notice>
  );
}
