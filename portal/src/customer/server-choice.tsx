import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { t } from '../messages/messages.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { serverName } from './alert-words.ts';
import { serverChoiceQuery } from './data.ts';

/** Narrows a list to one server. */
export function ServerFilterField({ onChoose }: { onChoose: (serverId: string) => void }) {
  return (
    <ServerChoice value="" onChange={onChoose} firstOption={t('portal.common.all')}>
      {null}
    </ServerChoice>
  );
}

/**
 * One of the customer's servers. Where there are more than fit into one list, a part of the name or address is asked for first.
 */
export function ServerChoice({
  value,
  onChange,
  firstOption,
  problems,
  children,
}: {
  value: string;
  onChange: (serverId: string) => void;
  /** The text of the choice that is no server. */
  firstOption: string;
  problems?: readonly string[] | undefined;
  /** Said below the choice. */
  children?: ReactNode;
}) {
  const [search, setSearch] = useState('');
  const servers = useQuery({ ...serverChoiceQuery(useDeferredValue(search)), placeholderData: (former) => former });
  const isLong = search !== '' || servers.data?.meta.next_cursor != null;
  return (
    <div className="grid min-w-0 gap-2">
      <SelectField
        label={t('portal.alerts.server')}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        problems={problems}
        hint={children}
      >
        <option value="">{firstOption}</option>
        {servers.data?.data.map((server) => (
          <option key={server.id} value={server.id}>
            {serverName(server)}
          </option>
        ))}
      </SelectField>
      {isLong && (
        <TextField
          label={t('portal.servers.find')}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
    </div>
  );
}
