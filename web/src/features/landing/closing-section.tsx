import { paths } from '../../paths.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './closing-section.module.css';

export function ClosingSection() {
  const { t } = useTranslation('landing');
  return (
    <section className={styles.closing} aria-labelledby="closing-title">
      <h2 id="closing-title">{t('closing.title')}</h2>
      <p className={styles.text}>{t('closing.text')}</p>
      <LinkButton to={paths.register} size="large">
        {t('closing.start')}
      </LinkButton>
    </section>
  );
}
