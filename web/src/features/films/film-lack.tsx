import type { LackCode } from '@keepsake/contract/films/lacks';
import { standIns } from '@keepsake/contract/photos/photo-checks';
import { Suspense } from 'react';
import { asAgreed } from './as-agreed.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';

interface FilmLackProps {
  /** The name of the film, or of its effect. */
  name: string;
  lack: LackCode;
  /** The customer had agreed to it before paying. */
  isAgreed?: true | undefined;
  /** The customer had not agreed to it, so they are owed a refund or another film. */
  isOwed?: true | undefined;
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

function Words({ name, lack, isAgreed, isOwed, className }: FilmLackProps) {
  const { t } = useTranslation('films');
  const sentences = [isAgreed && asAgreed(name, standIns[lack]), t(`lack.${lack}`), isOwed && t('owed')];
  return <p className={className}>{sentences.filter(Boolean).join(' ')}</p>;
}
