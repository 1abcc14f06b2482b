import { limits } from '@keepsake/contract/limits';
import { type PhotoCheck, photoChecks } from '@keepsake/contract/photos/photo-checks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../../shared/api.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import styles from './photo-advice.module.css';

const againAfterMs = 2_000;

/** Stops polling after about 90 seconds. */
const mostAnswers = 45;

interface PhotoAdviceProps extends Choice {
  bucketId: string;
  photoId: string;
}

/** What was detected in a photo, with advice on the chosen effects. It never blocks an order. */
export function PhotoAdvice({ bucketId, photoId, effects, isForOne }: PhotoAdviceProps) {
  const { t } = useTranslation('wizard');
  const check = usePhotoCheck(bucketId, photoId);
  if (!check) return null;
  const advice = findAdvice(check, { effects, isForOne });
  return (
    <div className={styles.advice} data-warns={advice.length > 0 || undefined}>
      <p className={styles.seen}>
        <Eye size={18} aria-hidden="true" />
        <span>{check.faces === 0 ? t('advice.noFaces') : t('advice.faces', { count: check.faces })}</span>
      </p>
      {advice.length > 0 && (
        <ul className={styles.list}>
          {advice.map((item) => (
            <li key={item.code === 'instead' ? item.effect : item.code}>{words(item, t)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function words(item: Advice, t: Translate<'wizard'>): string {
  if (item.code === 'instead') return t(`advice.instead.${item.lack}`, { effect: item.effect });
  const figures = 'count' in item ? { count: item.count } : { pixels: limits.photoRecommendedSide };
  return t(`advice.${item.code}`, figures);
}

/** The check of a photo; undefined until it is done. Refetches on mount, because the photo may be newer than the cached result. */
function usePhotoCheck(bucketId: string, photoId: string): PhotoCheck | undefined {
  const { data, refetch } = useQuery(photoChecksQuery(bucketId));
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [refetch]);
  return data?.checks.find((check) => check.contentId === photoId);
}

interface ChosenEffect {
  promptId: string;
  /** In the user's language. */
  name: string;
}

type Advice =
  | { code: 'blurred' | 'dark' | 'low_resolution' | 'all_move' }
  | { code: 'some_still' | 'small_faces'; count: number }
  | { code: 'instead'; lack: PhotoCheck['instead'][string]; effect: string };

/** The choices for a photo. */
interface Choice {
  effects: readonly ChosenEffect[];
  /** Whether the theme or an effect is meant for one person or animal alone. */
  isForOne: boolean;
}

/** Advice on a photo and its effects before the order; empty if there is none. */
export function findAdvice(check: PhotoCheck, { effects, isForOne }: Choice): Advice[] {
  const { faces, movableFaces, smallFaces, instead } = check;
  const advice: Advice[] = effects.flatMap(({ promptId, name }) => {
    const lack = instead[promptId];
    return lack === undefined ? [] : { code: 'instead' as const, lack, effect: name };
  });
  if (movableFaces > 0 && movableFaces < faces) advice.push({ code: 'some_still', count: faces - movableFaces });
  if (isForOne && movableFaces > 1) advice.push({ code: 'all_move' });
  if (smallFaces > 0) advice.push({ code: 'small_faces', count: smallFaces });
  if (check.isLowResolution) advice.push({ code: 'low_resolution' });
  if (check.isBlurred) advice.push({ code: 'blurred' });
  if (check.isDark) advice.push({ code: 'dark' });
  return advice;
}

/** The checks of a bucket's photos; polled until all are done. */
function photoChecksQuery(bucketId: string) {
  return queryOptions({
    queryKey: ['photo-checks', bucketId],
    queryFn: ({ signal }) => call(photoChecks, { params: { id: bucketId }, signal }),
    refetchInterval: ({ state }) =>
      state.data && state.data.waiting > 0 && state.dataUpdateCount < mostAnswers ? againAfterMs : false,
  });
}
