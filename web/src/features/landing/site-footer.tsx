import { navigationSections, paths } from '../../paths.ts';
import { site } from '../../shared/site.ts';
import { currentYear } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { useHydrated } from '../../shared/use-hydrated.ts';
import { Link } from '../../ui/navigation.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './site-footer.module.css';

export function SiteFooter() {
  const { t } = useTranslation();
  const { productName, supportEmail } = site();
  const year = useHydrated() ? currentYear() : '';
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <nav aria-label={t('footer.navigation')}>
          <ul className={styles.links}>
            {(['home', ...navigationSections] as const).map((name) => (
              <li key={name}>
                <Link to={paths.section(name)}>{t(`sections.${name}`)}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <ul className={styles.links}>
          {supportEmail !== '' && (
            <li>
              <Text>{t('footer.contact')} </Text>
              <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </li>
          )}
          <li>
            <Link to={paths.terms}>{t('footer.terms')}</Link>
          </li>
          <li>
            <Link to={paths.madeHere}>{t('footer.madeHere')}</Link>
          </li>
        </ul>
        <p className={styles.copyright}>{t('footer.copyright', { year, productName })}</p>
      </div>
    </footer>
  );
}
