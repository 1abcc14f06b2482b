import { Link, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { useTranslation } from '../shared/use-translation.ts';
import { SelectField } from '../ui/select-field.tsx';
import styles from './admin-nav.module.css';
import { adminTabNames, type AdminTab } from './admin-tabs.tsx';

/** The tabs as links beside the page; where there is no room for them, as one list to choose from. */
export function AdminNav({ current }: { current: AdminTab }) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  return (
    <nav aria-label={t('nav')} className={styles.nav}>
      <div className={styles.list}>
        <SelectField
          label={t('section')}
          value={current}
          onChange={({ target }) => void navigate(paths.adminTab(target.value))}
          options={adminTabNames.map((name) => ({ value: name, label: t(`tabs.${name}`) }))}
        />
      </div>
      <ul className={styles.links}>
        {adminTabNames.map((name) => (
          <li key={name}>
            <Link
              to={paths.adminTab(name)}
              className={styles.link}
              aria-current={name === current ? 'page' : undefined}
            >
              {t(`tabs.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
