import { paths } from '../../paths.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './closing-section.module.css';
import { LivingPrint } from './living-print.tsx';

/** The last word; with a film beside it where there is room for one. */
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
