import type { FieldProblem } from '@keepsake/contract/field-errors';
import { type ChangeEvent, type SyntheticEvent, useCallback, useId, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../../shared/api.ts';
import { errorText, problemText } from '../../shared/texts/i18n.ts';
import { text as textOf } from '../../shared/texts/texts.ts';
import { checkForm } from './check-form.ts';
import type { Problem } from './error-summary.tsx';

type Values = Record<string, unknown>;
type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface FieldProps {
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  value?: string;
  checked?: boolean;
  onChange: (event: ChangeEvent<FormControl>) => void;
}

export interface FormOptions<Input, Output> {
  defaultValues: Input;
  /** Throw what the call threw: errors about fields are shown at them, others in the summary. */
  submit: (values: Output) => Promise<void>;
  /** Return true where the page itself answers this error. */
  handles?: (error: unknown) => boolean;
  /** Words for an error, where the page has better ones than its code. */
  failureText?: (error: unknown) => string;
}

export interface ContractForm<Input, Output = unknown> {
  /** Everything a field component needs: `<TextField {...form.field('email', t('email'))} />`. */
  field(name: keyof Input & string, label: string): FieldProps;
  onSubmit: (event: SyntheticEvent) => Promise<void>;
  /** The same as the form's button does. */
  submit: () => Promise<void>;
  busy: boolean;
  /** What the last attempt to send met, as far as it still stands. */
  problems: Problem[];
  /** How often it was tried to send. */
  attempt: number;
  /** The last error of the server, for pages that answer some codes in their own way. */
  failure: unknown;
  /** Whether anything differs from what the form began with, or was last reset to. */
  isChanged: boolean;
  /** The values as the schema reads them; null while they do not fit. */
  output: Output | null;
  /** These three stay the same functions. */
  getValues: () => Input;
  setValue: <Name extends keyof Input>(name: Name, value: Input[Name]) => void;
  reset: (values?: Input) => void;
}

const none = { attempt: 0, busy: false, failure: null as unknown, refused: {} as Record<string, string> };

/**
 * A form over a schema of the contract: checked when it is sent, from then on with each change; what the server says about a
 * field appears at the field until it is changed. Numbers are kept as typed and read as numbers where the default is one.
 */
export function useContractForm<Input extends Values, Output>(
  schema: z.ZodMiniType<Output, Input>,
  { defaultValues, submit, handles, failureText = errorText }: FormOptions<Input, Output>,
): ContractForm<Input, Output> {
  const prefix = useId();
  const labels = useRef(new Map<string, string>());
  const start = useRef(defaultValues);
  const latest = useRef<Values>(defaultValues);
  const [values, setValues] = useState<Values>(defaultValues);
  const [kept, setKept] = useState<Values>(defaultValues);
  const [state, setState] = useState(none);
  const checked = checkForm(schema, values, defaultValues);
  const errors = { ...(state.attempt > 0 && texts(checked.problems)), ...state.refused };
  const idOf = (name: string) => `${prefix}-${name}`;

  const change = useCallback((changes: Values) => {
    latest.current = { ...latest.current, ...changes };
    setValues(latest.current);
    setState((before) => ({ ...before, refused: without(before.refused, Object.keys(changes)) }));
  }, []);

  async function send(output: Output): Promise<void> {
    setState((before) => ({ ...before, busy: true }));
    try {
      await submit(output);
      setState((before) => ({ ...before, busy: false }));
    } catch (failure) {
      setState((before) => ({ ...before, busy: false, failure, refused: refusals(failure) }));
    }
  }

  async function trySend(): Promise<void> {
    if (state.busy) return;
    setState(({ attempt }) => ({ ...none, attempt: attempt + 1 }));
    const now = checkForm(schema, latest.current, start.current);
    if (now.success) await send(now.output);
  }

  return {
    field(name, label) {
      labels.current.set(name, label);
      const value = values[name];
      return {
        id: idOf(name),
        name,
        label,
        error: errors[name],
        onChange: ({ target }) => change({ [name]: isCheckbox(target) ? target.checked : target.value }),
        ...(typeof value === 'boolean'
          ? { checked: value }
          : { value: typeof value === 'string' || typeof value === 'number' ? String(value) : '' }),
      };
    },
    async onSubmit(event) {
      event.preventDefault();
      await trySend();
    },
    submit: trySend,
    busy: state.busy,
    isChanged: Object.keys(values).some((name) => asTyped(values[name]) !== asTyped(kept[name])),
    output: checked.success ? checked.output : null,
    get problems() {
      const shown = Object.entries(errors).toSorted(([a], [b]) => comparePlaces(idOf(a), idOf(b)));
      const found = shown.map(([name, text]) => {
        const label = labels.current.get(name);
        if (label === undefined) return { text };
        // A box is labelled by a whole sentence: it says enough by itself.
        const isBox = typeof values[name] === 'boolean';
        return { fieldId: idOf(name), text: isBox ? text : textOf('common:fieldProblem', { label, text }) };
      });
      if (found.length > 0 || state.failure === null || handles?.(state.failure)) return found;
      return [{ text: failureText(state.failure) }];
    },
    attempt: state.attempt,
    failure: state.failure,
    getValues: useCallback(() => latest.current as Input, []),
    setValue: useCallback((name, value) => change({ [name]: value }), [change]),
    reset: useCallback((to = start.current) => {
      latest.current = to;
      setValues(to);
      setKept(to);
      setState(none);
    }, []),
  };
}

/** A number that was typed is text. */
function asTyped(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

function texts(problems: Record<string, FieldProblem>): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, problemText(problem)]));
}

/** Sorts by the order of the page; what belongs to no field of it comes last. */
function comparePlaces(oneId: string, otherId: string): number {
  const [one, other] = [document.getElementById(oneId), document.getElementById(otherId)];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** What the server said about fields: in the reader's language where it gave a code we know, else in its own words. */
function refusals(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return { ...error.fields, ...texts(error.problems) };
}

function without(record: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

function isCheckbox(target: FormControl): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === 'checkbox';
}
