import type { lackCodes } from '@keepsake/contract/films/videos';
import { Suspense } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';

interface FilmLackProps {
  /** Nobody had agreed to it: the customer is owed a refund or another film. */
  isOwed?: true | undefined;
  lack: (typeof lackCodes)[number];
  className?: string | undefined;
}

/** Why a film does not show its effect, and what it shows instead. Few films need these words: the page does not wait for them. */
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
