import type { Language } from '@keepsake/contract/primitives';
import { Menu } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { navigationSections, paths } from '../../paths.ts';
import { site } from '../../shared/site.ts';
import { currentLanguage, languageNames } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Link } from '../../ui/navigation.tsx';
import { PopoverMenu } from '../../ui/overlays/popover-menu.tsx';
import { VisuallyHidden } from '../../ui/text.tsx';
import styles from './nav-bar.module.css';

/** Visitors see English. */
const offered = ['en'] as const;

/** The bar on top of every page; its links are those of a visitor or of a signed-in user. */
export function NavBar({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Link
          to={signedIn ? paths.dashboard : paths.home}
          className={styles.home}
          data-signed-in={signedIn || undefined}
        >
          <Logo />
        </Link>
        <nav aria-label={t('nav.main')} className={styles.nav}>
          {children}
        </nav>
      </div>
    </header>
  );
}

/** Language of the interface, out of those that are offered. */
export function LanguageSelect({
  offered,
  onChoose,
  compact = false,
}: {
  offered: readonly Language[];
  onChoose?: (language: Language) => void;
  compact?: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.language}>
      <label htmlFor={id}>{compact ? <VisuallyHidden>{t('nav.language')}</VisuallyHidden> : t('nav.language')}</label>
      <select
        id={id}
        className={styles.select}
        value={currentLanguage()}
        onChange={(event) => onChoose?.(event.target.value as Language)}
      >
        {offered.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </div>
  );
}

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

/** The logo, a print with a smiling picture, and the product's name. */
function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect x="3" y="2" width="26" height="28" rx="4" className={styles.print} />
        <rect x="6.5" y="5.5" width="19" height="17" rx="1.5" className={styles.picture} />
        <path d="M11.5 14.2c1 3.4 8 3.4 9 0" className={styles.smile} />
        <path d="M12.6 10.4v.01M19.4 10.4v.01" className={styles.eyes} />
      </svg>
      <span>{site().productName}</span>
    </span>
  );
}
