import { auditActions, type listAudit, machineActorId } from '@keepsake/contract/audit';
import type { Reply } from '@keepsake/contract/endpoint';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { FilterForm } from '../../ui/filter-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { AuditFilter } from './audit.api.ts';

type Actors = Reply<typeof listAudit>['actors'];

/** Narrows the log down by who, what, of what and when. */
export function AuditFilterForm({ filter, actors }: { filter: AuditFilter; actors: Actors }) {
  const { t } = useTranslation('admin-audit');
  const { actor, action, subject, from, to } = filter;
  const isSet = Object.values(filter).some(Boolean);
  return (
    <FilterForm
      // Made anew for another address, as its fields begin with what stands there.
      key={JSON.stringify(filter)}
      label={t('filter')}
      submitLabel={t('show')}
      clearLabel={t('clear')}
      clearTo={isSet ? paths.adminTab('audit') : null}
      to={(entered) => paths.adminTab('audit', 1, entered)}
    >
      <SelectField
        name="actor"
        label={t('actor')}
        defaultValue={actor}
        options={[
          { value: '', label: t('everybody') },
          { value: machineActorId, label: t('machine') },
          ...actors.map(({ id, name, email }) => ({ value: id, label: name === null ? id : `${name} (${email})` })),
        ]}
      />
      <SelectField
        name="action"
        label={t('action')}
        defaultValue={action}
        options={[
          { value: '', label: t('everything') },
          ...auditActions.map((one) => ({ value: one, label: t(`actions.${one}`) })),
        ]}
      />
      <TextField name="subject" label={t('subject')} defaultValue={subject} maxLength={200} autoComplete="off" />
      <TextField name="from" type="date" label={t('from')} defaultValue={from} />
      <TextField name="to" type="date" label={t('to')} defaultValue={to} />
    </FilterForm>
  );
}
