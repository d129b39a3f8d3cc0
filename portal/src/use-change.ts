import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api.ts';
import { announce } from './ui/announcements.tsx';
import { fieldProblem } from './ui/field-problem.ts';

/** A change by a form or button: what it touches is fetched anew, then it is said what has happened. */
export function useChange<Input, Output>({
  change,
  touches,
  done,
}: {
  readonly change: (input: Input) => Promise<Output>;
  readonly touches: readonly { readonly queryKey: QueryKey }[];
  readonly done?: (output: Output, input: Input) => string;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output, input) => {
      await Promise.all(touches.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
      if (done) announce(done(output, input));
    },
  });
}

/** What is wrong with a field or entries of its list, in words that stand below it. */
export function problemsOf(error: Error | null, field: string): readonly string[] | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = Object.entries(error.fields)
    .filter(([name]) => isOf(field, name))
    .flatMap(([name, sentences]) => sentences.map((sentence) => fieldProblem(name, sentence)));
  return found.length === 0 ? undefined : [...new Set(found)];
}

/** `dkim_selectors.2` is an entry of `dkim_selectors`. */
function isOf(field: string, name: string): boolean {
  return name === field || (name.startsWith(`${field}.`) && /^\d+$/.test(name.slice(field.length + 1)));
}

/** An error that no field of the form shows. */
export function otherThan(error: Error | null, fields: readonly string[]): Error | null {
  const isShown =
    error instanceof ApiError && Object.keys(error.fields).some((name) => fields.some((field) => isOf(field, name)));
  return isShown ? null : error;
}
