import { limits } from '@keepsake/contract/limits';
import { Plus } from 'lucide-react';
import type { Testimonial } from '@keepsake/contract/site';
import { paths } from '../../../paths.ts';
import { site } from '../../../shared/site.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Pictogram } from '../../../ui/pictogram.tsx';
import { LandingSection } from './landing-section.tsx';
import { LivingPrint } from '../living-print.tsx';
import styles from './text-sections.module.css';

const movements = [
  ['smile', 'fa-face-smile'],
  ['laugh', 'fa-face-laugh'],
  ['wink', 'fa-face-smile-wink'],
  ['kiss', 'fa-face-kiss'],
  ['turn', 'fa-arrows-left-right'],
  ['pets', 'fa-paw'],
] as const;

const voices = ['grandson', 'daughter', 'widower', 'owner'] as const;

const questions = ['photos', 'time', 'real', 'keep', 'private', 'refund', 'unhappy'] as const;

export function FeaturesSection() {
  const { t } = useTranslation('landing');
  return (
    <LandingSection id="features" title={t('features.title')} intro={t('features.intro')} sunken>
      <ul className={styles.list}>
        {movements.map(([key, icon]) => (
          <li key={key} className={styles.movement}>
            <Pictogram icon={icon} size={34} className={styles.icon} />
            <h3>{t(`features.${key}.title`)}</h3>
            <p>{t(`features.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}

/** Testimonials from the installation's own file; without one, examples that are marked as such. */
export function TestimonialsSection() {
  const { t } = useTranslation('landing');
  const { testimonials } = site();
  const quotes: readonly Partial<Testimonial>[] =
    testimonials ??
    voices.map((voice) => ({ quote: t(`testimonials.${voice}.quote`), author: t(`testimonials.${voice}.author`) }));
  return (
    <LandingSection id="testimonials" title={t('testimonials.title')}>
      <ul className={styles.voices}>
        {quotes.map(({ quote, author, language }) => (
          <li key={quote}>
            <figure className={styles.voice}>
              <blockquote className={styles.quote} lang={language}>
                {quote}
              </blockquote>
              <figcaption className={styles.author}>{author}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {testimonials === null && <p className={styles.examples}>{t('testimonials.examples')}</p>}
    </LandingSection>
  );
}

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
      <div className={styles.faqSectionList}>
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

/** The final call to action, with a film beside it if there is room. */
export function ClosingSection() {
  const { t } = useTranslation('landing');
  return (
    <section className={styles.closing} aria-labelledby="closing-title">
      <div className={styles.words}>
        <h2 id="closing-title">{t('closing.title')}</h2>
        <p className={styles.lead}>{t('closing.lead')}</p>
        <p className={styles.text}>{t('closing.text')}</p>
        <LinkButton to={paths.register} size="large">
          {t('closing.start')}
        </LinkButton>
      </div>
      <figure className={styles.film}>
        <LivingPrint name="dog" alt={t('gallery.dog.picture')} />
        <figcaption className={styles.caption}>{t('hero.caption')}</figcaption>
      </figure>
    </section>
  );
}

/** At the window's edge, rotated by 90 degrees, where it covers nothing. */
export function DevelopmentBanner() {
  const { t } = useTranslation();
  return (
    <aside className={styles.banner} aria-label={t('underDevelopment')}>
      {t('underDevelopment')}
    </aside>
  );
}
