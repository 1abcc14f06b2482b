import type { lackCodes } from '@keepsake/contract/films/videos';
import { Suspense } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';

interface FilmLackProps {
  /** The customer had not agreed to it, so they are owed a refund or another film. */
  isOwed?: true | undefined;
  lack: (typeof lackCodes)[number];
  className?: string | undefined;
}

/** Why a film does not show its effect, and what it shows instead. Loaded on demand, because few films need these texts. */
export function FilmLack(props: FilmLackProps) {
  return (
    <Suspense>
      <Words {...props} />
    </Suspense>
  );
}

function Words({ lack, isOwed, className }: FilmLackProps) {
  const { t } = useTranslation('films');
  const shown = t(`lack.${lack}`);
  return <p className={className}>{isOwed ? `${shown} ${t('owed')}` : shown}</p>;
}
