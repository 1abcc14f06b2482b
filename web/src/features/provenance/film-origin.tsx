import type { FilmOrigin as Kind } from '@keepsake/contract/films/provenance';
import { useEffect, useRef, useState } from 'react';
import { site } from '../../shared/site.ts';
import { longDate } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Notice, type Tone } from '../../ui/feedback/notice.tsx';
import { findOrigin, type Origin } from './provenance.api.ts';

const tones: Record<Kind, Tone> = {
  made_here: 'ok',
  our_mark: 'ok',
  altered: 'warn',
  copy: 'warn',
  other_maker: 'neutral',
  unknown: 'neutral',
};

/** Shows the finding about a film's origin. */
export function FilmOrigin({ name, check }: { name: string; check: FilmCheck }) {
  const { t } = useTranslation('provenance');
  if (check.state === 'idle') return null;
  if (check.state === 'checking')
    return (
      <Notice>
        <p>{t('checking', { name })}</p>
      </Notice>
    );
  if (check.state === 'failed') {
    return (
      <Notice tone="bad" title={t('failed', { name })}>
        <p>{errorText(check.error)}</p>
      </Notice>
    );
  }
  const { origin, madeAt } = check.origin;
  const values = { productName: site().productName, date: madeAt === null ? '' : longDate(madeAt) };
  return (
    <Notice tone={tones[origin]} title={t(`${origin}.title`, values)}>
      <p>{t(`${origin}.text`, values)}</p>
      <p>{t('file', { name })}</p>
    </Notice>
  );
}

type FilmCheck =
  | { state: 'idle' }
  | { state: 'checking' }
  | { state: 'told'; origin: Origin }
  | { state: 'failed'; error: unknown };

/** Checks one film at a time; a newer choice replaces an older one. */
export function useFilmCheck(): { name: string; check: FilmCheck; start: (film: File) => void } {
  const [check, setCheck] = useState<FilmCheck>({ state: 'idle' });
  const [name, setName] = useState('');
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (film: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setName(film.name);
    setCheck({ state: 'checking' });
    const show = (found: FilmCheck) => {
      if (!controller.signal.aborted) setCheck(found);
    };
    findOrigin(film, controller.signal).then(
      (origin) => show({ state: 'told', origin }),
      (error: unknown) => show({ state: 'failed', error }),
    );
  };
  return { name, check, start };
}
