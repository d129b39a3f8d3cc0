import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What stays in sight above every page: that these are not the pages that they look like. */
export function PageBanner({
  label,
  icon: Icon,
  isPrinted = false,
  children,
}: {
  label: string;
  icon: LucideIcon;
  /** Whether what is printed is not what it looks like, either. */
  isPrinted?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      className={`sticky top-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-b-2 border-high bg-surface px-4 py-2 text-sm sm:px-6 lg:px-10 ${isPrinted ? '' : 'print:hidden'}`}
    >
      <Icon aria-hidden="true" size={18} className="shrink-0 text-high" />
      {children}
    </section>
  );
}
