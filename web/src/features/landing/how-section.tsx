import { useTranslation } from '../../shared/use-translation.ts';
import { LandingSection } from './landing-section.tsx';
import styles from './how-section.module.css';

const steps = ['upload', 'personalize', 'watch', 'share'] as const;

export function HowSection() {
  const { t } = useTranslation('landing');
  return (
    <LandingSection id="how-we-work" title={t('how.title')} intro={t('how.intro')}>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{t(`how.${step}.title`)}</h3>
            <p>{t(`how.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </LandingSection>
  );
}
