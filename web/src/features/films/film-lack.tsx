import { type LackCode, lackCodes } from '@keepsake/contract/films/lacks';
import type { FilmInstead } from '@keepsake/contract/films/videos';
import { isAgreed as isAgreedTo, standIns } from '@keepsake/contract/photos/photo-checks';
import { type ReactNode, Suspense } from 'react';
import { asAgreed } from './as-agreed.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import type { OrderedFilm } from './films.api.ts';

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

/** What a film shows, or will show, instead of its effect, in one sentence; undefined if it shows the effect. */
export function shownInstead(name: string, film: FilmInstead & { state: OrderedFilm['state'] }): ReactNode {
  const { state, agreedAs, lack } = film;
  if (state !== 'done') return agreedAs && asAgreed(name, agreedAs);
  return lack === null ? undefined : shownByFinished(name, { lack, isAgreed: isAgreedTo(standIns[lack], agreedAs) });
}

/** The same of a finished film. */
export function shownByFinished(
  name: string,
  { lack, isAgreed }: { lack: LackCode; isAgreed: boolean | undefined },
): ReactNode {
  return isAgreed ? asAgreed(name, standIns[lack]) : <LackReason lack={lack} />;
}

/** Why a film does not show its effect, and what it shows instead: for films that are named before it. */
function LackReason({ lack }: { lack: LackCode }) {
  return (
    <Suspense>
      <Reason lack={lack} />
    </Suspense>
  );
}

interface EventLackProps {
  event: { kind: string; code: string | null };
  className?: string | undefined;
}

/** A paragraph for an event in the history of a set: why a film shows another effect without agreement, and which. Nothing for other events. */
export function EventLack({ event: { kind, code }, className }: EventLackProps) {
  if (kind !== 'film_replaced' && kind !== 'film_owed') return null;
  const lack = lackCodes.find((one) => one === code);
  return (
    lack && (
      <p className={className}>
        <LackReason lack={lack} />
      </p>
    )
  );
}

function Reason({ lack }: { lack: LackCode }) {
  const { t } = useTranslation('films');
  // An element, because browser translation must not touch the nodes of Suspense beside the text.
  return <span>{t(`lack.${lack}`)}</span>;
}
