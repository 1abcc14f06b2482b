import { useTranslation } from '../../shared/use-translation.ts';
import { LandingSection } from './landing-section.tsx';
import styles from './testimonials-section.module.css';

const voices = ['grandson', 'daughter', 'widower', 'owner'] as const;

export function TestimonialsSection() {
  const { t } = useTranslation('landing');
  return (
    <LandingSection id="testimonials" title={t('testimonials.title')} intro={t('testimonials.intro')}>
      <ul className={styles.voices}>
        {voices.map((voice) => (
          <li key={voice}>
            <figure className={styles.voice}>
              <blockquote className={styles.quote}>{t(`testimonials.${voice}.quote`)}</blockquote>
              <figcaption className={styles.author}>{t(`testimonials.${voice}.author`)}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
