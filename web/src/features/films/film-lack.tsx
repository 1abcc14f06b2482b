import type { lackCodes } from '@keepsake/contract/films/videos';
import { useTranslation } from '../../shared/texts/use-translation.ts';

/** Why a film does not show its effect, and what it shows instead. */
export function FilmLack({ lack, className }: { lack: (typeof lackCodes)[number]; className: string | undefined }) {
  const { t } = useTranslation('films');
  return <p className={className}>{t(`lack.${lack}`)}</p>;
}
