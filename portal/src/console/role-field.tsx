import { useState } from 'react';
import { t } from '../messages/messages.ts';
import { SelectField } from '../ui/field.tsx';
import { type Role, roleMeaning, roleName, roles, useMay } from './own-account.ts';

/** The choice of a role, as far as the reader may give it, with what it means. By itself it is part of a form, as `role`. */
export function RoleField({ value, onChoose }: { value?: Role; onChoose?: (role: Role) => void }) {
  const isOwner = useMay('owner');
  const [own, setOwn] = useState<Role>('support');
  const chosen = value ?? own;
  return (
    <SelectField
      label={t('console.common.role')}
      name="role"
      value={chosen}
      hint={roleMeaning(chosen)}
      onChange={({ target }) => (onChoose ?? setOwn)(target.value as Role)}
    >
      {roles
        .filter((role) => role !== 'owner' || isOwner)
        .map((role) => (
          <option key={role} value={role}>
            {roleName(role)}
          </option>
        ))}
    </SelectField>
  );
}
