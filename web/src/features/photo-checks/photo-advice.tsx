import { limits } from '@keepsake/contract/limits';
import { Eye } from 'lucide-react';
import type { Translate } from '../../shared/text-keys.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { type Advice, findAdvice, type Choice } from './find-advice.ts';
import styles from './photo-advice.module.css';
import { usePhotoCheck } from './use-photo-check.ts';

interface PhotoAdviceProps extends Choice {
  bucketId: string;
  contentId: string;
}

/** What we see in a photo, and what follows for the effects that are chosen. Advice, in plain words; it keeps nobody from ordering. */
export function PhotoAdvice({ bucketId, contentId, effects, isForOne }: PhotoAdviceProps) {
  const { t } = useTranslation('wizard');
  const check = usePhotoCheck(bucketId, contentId);
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
