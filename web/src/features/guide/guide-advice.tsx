import { limits } from '@keepsake/contract/limits';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Pictogram } from '../../ui/pictogram.tsx';
import styles from './guide-advice.module.css';

/** Advice, each with its picture; the picture and the text have the same key. */
const advice = [
  ['smile', 'fa-face-smile'],
  ['eyes', 'fa-eye'],
  ['hands', 'fa-hand'],
  ['shoulders', 'fa-user'],
  ['single', 'fa-person'],
  ['background', 'fa-image'],
  ['light', 'fa-sun'],
  ['filters', 'fa-camera-retro'],
] as const;

/** These are only recommendations, except for the numbers at the end, which are enforced. */
export function GuideAdvice() {
  const { t } = useTranslation('dashboard');
  return (
    <div className={styles.guide}>
      <p>{t('guide.intro')}</p>
      <ul className={styles.list}>
        {advice.map(([key, icon]) => (
          <li key={key} className={styles.tip}>
            <span className={styles.mark}>
              <Pictogram icon={icon} size={22} />
            </span>
            <div>
              <h3 className={styles.title}>{t(`guide.${key}.title`)}</h3>
              <p>{t(`guide.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.files}>
        <h3 className={styles.title}>{t('guide.files.title')}</h3>
        <ul>
          <li>{t('guide.files.types')}</li>
          <li>{t('guide.files.size', { megabytes: limits.photoBytes / 1024 / 1024 })}</li>
          <li>{t('guide.files.resolution', { min: limits.photoMinSide, good: limits.photoRecommendedSide })}</li>
          <li>{t('guide.files.privacy')}</li>
        </ul>
      </div>
    </div>
  );
}
