import type { lackCodes } from '@keepsake/contract/films/videos';
import { Suspense } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';

interface FilmLackProps {
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

function Words({ lack, className }: FilmLackProps) {
  const { t } = useTranslation('films');
  return <p className={className}>{t(`lack.${lack}`)}</p>;
}
