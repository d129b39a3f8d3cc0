import { Link } from '@tanstack/react-router';

/** For an address that leads nowhere. */
export function PageMissing() {
  return (
    <main className="mx-auto grid max-w-2xl gap-3 p-6">
      <h1 className="text-2xl font-semibold">There is nothing here</h1>
      <p>The address is wrong, or what it led to is gone.</p>
      <p>
        <Link to="/" className="text-accent underline">
          Go to the start page
        </Link>
      </p>
    </main>
  );
}
