import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Button } from './button.tsx';
import { ErrorNotice } from './notice.tsx';

/** In place of a page that could not be shown. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className="mx-auto grid max-w-2xl gap-4 p-6">
      <h1 className="text-2xl font-semibold">This page could not be shown</h1>
      <ErrorNotice error={error instanceof Error ? error : new Error(String(error))} />
      <div>
        <Button kind="primary" onClick={() => router.invalidate()}>
          Try again
        </Button>
      </div>
    </main>
  );
}
