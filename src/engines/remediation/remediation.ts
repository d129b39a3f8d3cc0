/** Where a port can be closed, in the order they are offered (contract, GET /alerts/{id}/remediation). */
export const platforms = ['ufw', 'iptables', 'aws_sg', 'gcp_fw', 'azure_nsg', 'generic'] as const;
export type Platform = (typeof platforms)[number];

/** The open port that somebody wants closed. */
export interface RemediableExposure {
  /** Canonical IPv4 or IPv6 text. */
  readonly address: string;
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
  /** Lower-case service name. It came from the network, so it is never part of a command. */
  readonly service: string;
}

export interface RemediationOptions {
  /** Whether somebody may depend on this very port to get at the server. */
  readonly isAdministration: boolean;
  /** What the reader asked for; without it, what fits the detected platform best. */
  readonly platform?: Platform | undefined;
  /** Operating system or firewall as detected, e.g. `ubuntu`, `windows`, `nftables`; null when not known. */
  readonly detectedPlatform?: string | null | undefined;
}

/**
 * Step name to shell command, in the order to run them; a command may span lines. Each is for a root shell and asks nothing.
 * `verify_from_another_machine` belongs elsewhere, and `undo` comes last: it opens the port again, so it is not part of the
 * sequence. What only the reader knows stands in capitals: `YOUR_IPV4`, `SECURITY_GROUP_ID`.
 */
export type RemediationCommands = Readonly<Record<string, string>>;

/** What a step is for: to know more, to change, to see on the server that it worked, to see it from elsewhere, to take it back. */
export const stepRoles = ['look', 'change', 'check', 'check_from_elsewhere', 'undo'] as const;
export type StepRole = (typeof stepRoles)[number];

export interface Step {
  /** Its key in the commands. */
  readonly name: string;
  readonly role: StepRole;
  /** When it is needed at all; null: always. */
  readonly onlyIf: StepCondition | null;
}

/** Whether a container publishes the port, by the program that runs it; `containers`: whether the server has any. */
export type StepCondition = 'docker' | 'podman' | 'containers';

/** Where commands and scripts are run: on the server by a root shell or PowerShell as administrator, or where a cloud's CLI is signed in. */
export type Shell = 'root' | 'powershell' | 'aws' | 'gcloud' | 'azure';

/** Who closes the port may lock himself out by it. */
export interface LockoutRisk {
  readonly address: string;
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
  /** Lower-case service name; null when not known. */
  readonly service: string | null;
  /** The word in the commands that the reader's own address takes the place of, and that address's family. */
  readonly placeholder: 'YOUR_IPV4' | 'YOUR_IPV6';
  readonly family: 'ipv4' | 'ipv6';
  /** Whether there are ways that shut out his own address as well, because they stop or rebind the service. */
  readonly shutsOutAll: boolean;
}

/** The changes as one script each, to be run whole and as often as one likes; null where only a person can make them. */
export interface Scripts {
  readonly script: string | null;
  /**
   * The same without what only ports of containers need; where a container publishes the port it stops before it changes anything.
   * Null or absent where that is no less.
   */
  readonly shortScript?: string | null;
  readonly undoScript: string | null;
}

/** How a port is closed: where a platform has one way only, by that; else one of several, each of which is enough. */
export type WayName = 'close_port' | 'listen_on_loopback_only' | 'close_in_firewall' | 'stop_the_service';

export interface Way extends Scripts {
  readonly name: WayName;
  readonly commands: RemediationCommands;
}

/** Without words: they are the reader's, and he has a language. */
export interface Remediation extends Scripts {
  /** Whether `generic` is Windows here, not any Linux server. */
  readonly onWindows: boolean;
  /** Where the port is closed best, by what is open and what the server is known to run. */
  readonly recommendedPlatform: Platform;
  readonly selectedPlatform: Platform;
  readonly commands: RemediationCommands;
  readonly steps: readonly Step[];
  /** Instead of the commands, never after them. */
  readonly alternatives: readonly Way[];
  /** Where and as whom commands and script are run. */
  readonly shell: Shell;
  /** To be known before the commands are run; null when nobody can lock himself out. */
  readonly lockout: LockoutRisk | null;
  /** The platform vendor's own page. */
  readonly docsUrl: string;
}
