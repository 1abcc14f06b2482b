import { type Language, languages } from '@keepsake/contract/primitives';
import { CircleUserRound, Images, LogOut, Plus, ShieldCheck, UserRound } from 'lucide-react';
import { NavLink, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import type { UserData } from '../../shared/session.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { askToDiscard, isAnyUnsaved } from '../../ui/forms/unsaved.ts';
import { PopoverMenu } from '../../ui/overlays/popover-menu.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { chooseLanguage, logOut } from './accounts.api.ts';
import styles from './nav-bar.module.css';
import { LanguageSelect } from './nav-bar.tsx';

export function SignedInNav({ user, onNewBucket }: { user: UserData; onNewBucket: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const leave = () => void logOut(navigate);
  const choose = (language: Language) => {
    chooseLanguage(language).catch((error: unknown) => toast(errorText(error), { tone: 'bad' }));
  };
  return (
    <>
      <NavLink to={paths.dashboard} className={styles.link} end>
        <Images size={20} aria-hidden="true" />
        <span className={styles.label}>{t('nav.dashboard')}</span>
      </NavLink>
      <Button onClick={onNewBucket} icon={<Plus size={20} aria-hidden="true" />} className={styles.create}>
        <span className={styles.label}>{t('nav.newMemory')}</span>
      </Button>
      <PopoverMenu label={t('nav.account')} button={<CircleUserRound size={26} aria-hidden="true" />}>
        <p className={styles.welcome}>{t('nav.welcome', { name: user.name })}</p>
        <ul className={styles.menu}>
          {user.role === 'Admin' && (
            <li>
              <NavLink to={paths.admin} className={styles.link}>
                <ShieldCheck size={20} aria-hidden="true" />
                <span>{t('nav.admin')}</span>
              </NavLink>
            </li>
          )}
          <li>
            <NavLink to={paths.profile} className={styles.link}>
              <UserRound size={20} aria-hidden="true" />
              <span>{t('nav.profile')}</span>
            </NavLink>
          </li>
          <li>
            <LanguageSelect offered={languages} onChoose={choose} />
          </li>
          <li className={styles.rule}>
            <button
              type="button"
              className={styles.link}
              onClick={() => (isAnyUnsaved() ? askToDiscard(leave) : leave())}
            >
              <LogOut size={20} aria-hidden="true" />
              <span>{t('nav.logout')}</span>
            </button>
          </li>
        </ul>
      </PopoverMenu>
    </>
  );
}
