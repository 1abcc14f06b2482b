import type { FilmOrigin as Kind } from '@keepsake/contract/provenance';
import { longDate } from '../../shared/format.ts';
import { errorText } from '../../shared/i18n.ts';
import { site } from '../../shared/site.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Tone } from '../../ui/tone.tsx';
import type { FilmCheck } from './use-film-check.ts';

const tones: Record<Kind, Tone> = {
  made_here: 'ok',
  our_mark: 'ok',
  altered: 'warn',
  copy: 'warn',
  other_maker: 'neutral',
  unknown: 'neutral',
};

/** What was found out about a film, in plain words. */
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
