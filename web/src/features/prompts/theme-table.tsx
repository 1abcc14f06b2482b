import { type AdminPrompt, adminPrompt, updatePrompt } from '@keepsake/contract/films/prompts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Copy, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { call, changedMeanwhile } from '../../shared/api.ts';
import { translated } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { IconButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ChangedChoice } from '../../ui/forms/changed-notice.tsx';
import { CheckboxField } from '../../ui/forms/fields/checkbox-field.tsx';
import { previewOf } from '../../ui/layout/data-table.tsx';
import { announce } from '../../ui/overlays/announcer.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { Text } from '../../ui/text.tsx';
import { refreshPrompts } from './prompts.api.ts';
import styles from './theme-table.module.css';
import { type Reorder, useReorder } from './use-reorder.ts';
import { useThemeOrder } from './use-theme-order.ts';

export interface PromptActions {
  onEdit: (prompt: AdminPrompt) => void;
  onDuplicate: (prompt: AdminPrompt) => void;
  onDelete: (prompt: AdminPrompt) => void;
}

interface ThemeTableProps extends PromptActions {
  /** All prompts of one theme. */
  prompts: readonly AdminPrompt[];
  /** The prompts that match the search. */
  found: readonly AdminPrompt[];
  /** Whether the order can be changed: not during a search. */
  isMovable: boolean;
  /** Id of the element with instructions for reordering. */
  hintId: string;
}

/** The effects of a theme, reordered by dragging, by keys or by buttons. */
export function ThemeTable({ prompts: stored, found, isMovable, hintId, ...actions }: ThemeTableProps) {
  const { t } = useTranslation('admin-prompts');
  const { prompts, conflict, failure, save, takeTheirs, keepMine } = useThemeOrder(stored);
  const nameById = new Map(prompts.map(({ id, action }) => [id, translated(action)]));
  const namesOf = (ids: readonly string[]) => ids.flatMap((id) => nameById.get(id) ?? []).join(', ');
  const reorder = useReorder(
    prompts.map(({ id }) => id),
    save,
    (news, id, place) => announce(t(`order.${news}`, { name: nameById.get(id) ?? '', place, total: prompts.length })),
  );
  const theme = stored[0] ? translated(stored[0].imageTheme) : '';
  const shown = isMovable ? prompts : prompts.filter(({ id }) => found.some((one) => one.id === id));
  return (
    <div className={styles.theme}>
      {conflict && (
        <ChangedChoice
          fields={[{ label: t('order.of', { theme }), theirs: namesOf(conflict.theirs), mine: namesOf(conflict.mine) }]}
          onTakeTheirs={takeTheirs}
          onKeepMine={() => keepMine(conflict)}
        />
      )}
      {failure !== null && (
        <Notice tone="bad" title={t('order.failed')}>
          <p>{errorText(failure)}</p>
        </Notice>
      )}
      <table className={styles.table}>
        <caption className={styles.caption}>{theme}</caption>
        <thead className={styles.head}>
          <tr className={styles.row}>
            <th scope="col">{t('order.place')}</th>
            <th scope="col">{t('action')}</th>
            <th scope="col">{t('prompt')}</th>
            <th scope="col">{t('offered')}</th>
            <th scope="col">{t('change')}</th>
          </tr>
        </thead>
        <tbody className={styles.body}>
          {shown.map((prompt) => (
            <PromptRow
              key={prompt.id}
              prompt={prompt}
              total={prompts.length}
              reorder={isMovable ? reorder : null}
              hintId={hintId}
              {...actions}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PromptRowProps extends PromptActions {
  prompt: AdminPrompt;
  total: number;
  /** Null while the order cannot be changed. */
  reorder: Reorder | null;
  hintId: string;
}

function PromptRow({ prompt, total, reorder, hintId, onEdit, onDuplicate, onDelete }: PromptRowProps) {
  const { t } = useTranslation('admin-prompts');
  const { id, imageTheme, action, enabled } = prompt;
  const name = `${translated(action)} (${translated(imageTheme)})`;
  const place = reorder?.placeOf(id) ?? 0;
  const isGrabbed = reorder?.grabbed === id;
  return (
    <tr
      ref={reorder?.itemRef(id)}
      className={styles.row}
      style={{ order: place }}
      data-grabbed={isGrabbed || undefined}
      data-off={!enabled || undefined}
    >
      <td className={styles.place}>
        {reorder && (
          <IconButton
            label={t('order.grab', { name })}
            icon={<GripVertical size={20} aria-hidden="true" />}
            className={styles.handle}
            aria-pressed={isGrabbed}
            aria-describedby={hintId}
            {...reorder.handle(id)}
          />
        )}
      </td>
      <td className={styles.name}>{translated(action)}</td>
      <td className={styles.wording}>
        <span lang="en">{previewOf(prompt.prompt)}</span>
        {prompt.effect === 'unknown' && <p className={styles.note}>{t('unknownEffect')}</p>}
      </td>
      <td>
        <OfferedBox prompt={prompt} name={name} />
      </td>
      <td className={styles.buttons}>
        {reorder && (
          <>
            <IconButton
              label={t('order.up', { name })}
              icon={<ArrowUp size={20} aria-hidden="true" />}
              aria-disabled={place === 0 || undefined}
              onClick={() => reorder.step(id, -1)}
            />
            <IconButton
              label={t('order.down', { name })}
              icon={<ArrowDown size={20} aria-hidden="true" />}
              aria-disabled={place === total - 1 || undefined}
              onClick={() => reorder.step(id, 1)}
            />
          </>
        )}
        <IconButton
          label={t('editOf', { name })}
          icon={<Pencil size={20} aria-hidden="true" />}
          onClick={() => onEdit(prompt)}
        />
        <IconButton
          label={t('duplicateOf', { name })}
          icon={<Copy size={20} aria-hidden="true" />}
          onClick={() => onDuplicate(prompt)}
        />
        <IconButton
          label={t('deleteOf', { name })}
          icon={<Trash2 size={20} aria-hidden="true" />}
          onClick={() => onDelete(prompt)}
        />
      </td>
    </tr>
  );
}

/** Whether the effect is offered to customers; applies at once. */
function OfferedBox({ prompt, name }: { prompt: AdminPrompt; name: string }) {
  const { t } = useTranslation('admin-prompts');
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (enabled: boolean) => {
      const { id, imageTheme, action, prompt: wording, suggestions, revision } = prompt;
      return call(updatePrompt, {
        params: { id },
        body: { imageTheme, action, prompt: wording, suggestions, enabled, revision },
      });
    },
    onSuccess: ({ prompt: saved }) => {
      toast(t(saved.enabled ? 'nowOffered' : 'noLongerOffered', { name: translated(saved.action) }));
    },
    onError: (error) => {
      const isOld = changedMeanwhile(error, adminPrompt) !== null;
      toast(
        isOld
          ? t('offerChanged', { name })
          : t('withReason', { what: t('prompts.failedUpdate'), why: errorText(error) }),
        {
          tone: 'bad',
        },
      );
    },
    onSettled: () => refreshPrompts(queries),
  });
  return (
    <CheckboxField
      label={<Text>{t('offered')}</Text>}
      aria-label={t('offeredOf', { name })}
      checked={change.isPending ? change.variables : prompt.enabled}
      onChange={({ target }) => {
        if (!change.isPending) change.mutate(target.checked);
      }}
    />
  );
}
