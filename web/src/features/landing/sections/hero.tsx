import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { site } from '../../../shared/site.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { usePageTitle } from '../../../ui/layout/page-heading.tsx';
import { Link } from '../../../ui/navigation.tsx';
import { HeroFilm } from '../hero-film.tsx';
import { MotionButton } from '../motion.tsx';
import { TryIt } from '../try-it/try-it.tsx';
import styles from './hero.module.css';

/** The headline over a film. Content below the actions, in the text column, makes the section taller and does not cover the people in the film. */
export function Hero() {
  const { t } = useTranslation('landing');
  const [hasPhoto, setHasPhoto] = useState(false);
  const heading = usePageTitle<HTMLHeadingElement>(site().productName);
  return (
    <section id="home" className={styles.hero} aria-labelledby="hero-title">
      <HeroFilm isPaused={hasPhoto} />
      <div className={styles.inner}>
        <div className={styles.texts}>
          <h1 ref={heading} id="hero-title" tabIndex={-1} className={styles.title}>
            {t('hero.title')}
          </h1>
          <p className={styles.lead}>{t('hero.text')}</p>
          <div className={styles.actions}>
            <LinkButton to={paths.login} size="large">
              {t('hero.start')}
            </LinkButton>
            <Link to={paths.section('how-we-work')} className={styles.more}>
              {t('hero.how')}
            </Link>
          </div>
          <TryIt onPhoto={() => setHasPhoto(true)} />
        </div>
        <div className={styles.foot}>
          <MotionButton />
          <span className={styles.caption}>{t('hero.caption')}</span>
        </div>
      </div>
    </section>
  );
}
