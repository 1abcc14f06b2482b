import { paths } from '../../../paths.ts';
import { site } from '../../../shared/site.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { usePageTitle } from '../../../ui/layout/page-heading.tsx';
import { Link } from '../../../ui/navigation.tsx';
import styles from './hero.module.css';
import { LivingPrint, Still } from '../living-print.tsx';
import { MotionButton } from '../motion.tsx';

export function Hero() {
  const { t } = useTranslation('landing');
  const heading = usePageTitle<HTMLHeadingElement>(site().productName);
  return (
    <section id="home" className={styles.hero} aria-labelledby="hero-title">
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
      </div>
      <figure className={styles.prints}>
        <div className={styles.back}>
          <Still name="wink" alt="" />
        </div>
        <div className={styles.front}>
          <LivingPrint name="smile" alt={t('gallery.smile.picture')} eager />
          <figcaption className={styles.caption}>{t('hero.caption')}</figcaption>
        </div>
        <div className={styles.pause}>
          <MotionButton />
        </div>
      </figure>
    </section>
  );
}
