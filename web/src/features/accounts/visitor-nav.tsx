import { Menu } from 'lucide-react';
import { navigationSections, paths } from '../../paths.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Link } from '../../ui/navigation.tsx';
import { PopoverMenu } from '../../ui/popover-menu.tsx';
import { LanguageSelect } from './language-select.tsx';
import styles from './nav-bar.module.css';

/** Visitors read English. */
const offered = ['en'] as const;

export function VisitorNav() {
  const { t } = useTranslation();
  const sections = navigationSections.map((name) => (
    <li key={name}>
      <Link to={paths.section(name)} className={styles.link}>
        {t(`sections.${name}`)}
      </Link>
    </li>
  ));
  return (
    <>
      <ul className={styles.wideOnly}>{sections}</ul>
      <Link to={paths.login} className={styles.signIn}>
        {t('nav.signIn')}
      </Link>
      <LinkButton to={paths.register} className={styles.start}>
        {t('nav.getStarted')}
      </LinkButton>
      <div className={styles.wideOnly}>
        <LanguageSelect offered={offered} compact />
      </div>
      <PopoverMenu label={t('nav.menu')} button={<Menu size={24} aria-hidden="true" />} className={styles.narrowOnly}>
        <ul className={styles.menu}>
          {sections}
          <li>
            <Link to={paths.login} className={styles.link}>
              {t('nav.signIn')}
            </Link>
          </li>
          <li className={styles.rule}>
            <LanguageSelect offered={offered} />
          </li>
        </ul>
      </PopoverMenu>
    </>
  );
}
