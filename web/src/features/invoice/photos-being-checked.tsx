import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { announce } from '../../ui/overlays/announcer.tsx';

/** How many photos the order waits for, and that it can go on once there are none. Screen readers hear the first number and the end, not each number. */
export function PhotosBeingChecked({ left }: { left: number }) {
  const { t } = useTranslation('invoice');
  const isDone = left === 0;
  const title = isDone ? t('checked.title') : t('checking.title', { count: left });
  const speak = useEffectEvent((ofDone: boolean) =>
    announce(t(ofDone ? 'checked.title' : 'checking.title', { count: left })),
  );
  useEffect(() => speak(isDone), [isDone]);
  return (
    <Notice tone={isDone ? 'ok' : 'neutral'} title={title} announce={false}>
      <p>{t(isDone ? 'checked.text' : 'checking.text')}</p>
    </Notice>
  );
}
