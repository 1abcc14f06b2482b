import { limits } from '@keepsake/contract/limits';
import { Plus } from 'lucide-react';
import { useTranslation } from '../../shared/use-translation.ts';
import styles from './faq-section.module.css';
import { LandingSection } from './landing-section.tsx';

const questions = ['photos', 'time', 'real', 'keep', 'private', 'refund', 'unhappy'] as const;

export function FaqSection() {
  const { t } = useTranslation('landing');
  const figures = {
    megabytes: limits.photoBytes / 1024 / 1024,
    min: limits.photoMinSide,
    good: limits.photoRecommendedSide,
    days: limits.retentionDays,
  };
  return (
    <LandingSection id="faq" title={t('faq.title')} split>
      <div className={styles.list}>
        {questions.map((question) => (
          <details key={question} name="faq" className={styles.item}>
            <summary className={styles.question}>
              <span>{t(`faq.${question}.question`)}</span>
              <Plus size={22} className={styles.sign} aria-hidden="true" />
            </summary>
            <p className={styles.answer}>{t(`faq.${question}.answer`, figures)}</p>
          </details>
        ))}
      </div>
    </LandingSection>
  );
}
