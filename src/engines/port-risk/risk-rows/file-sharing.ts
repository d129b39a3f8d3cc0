import { riskRows } from '../risk-row.ts';

/** Ways to reach somebody's files. */
export const fileSharingRows = riskRows([
  {
    services: ['smb', 'microsoft-ds', 'netbios-ssn'],
    tcp: [445, 139],
    severity: 'critical',
    sources: ['shadowserver', 'cisa_ransomware'],
    thing: 'Windows file sharing (SMB)',
    why: 'This is how Windows computers share folders and printers inside an office. It was never meant for the internet: worms and ransomware such as WannaCry spread through it, and a weak password lays the shared files open.',
    advice:
      'Block ports 445 and 139 from the internet; file sharing keeps working inside your network. If people need the files from outside, give them a VPN (a private, encrypted connection). Then install pending updates and look for files that should not be there.',
  },
  {
    services: ['netbios-ns', 'netbios-dgm'],
    udp: [137, 138],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'the Windows name service (NetBIOS)',
    why: 'It tells anybody who asks the names of this computer, its workgroup and its users’ sessions. Attackers use that to prepare a break-in, and others misuse the port to flood third parties with traffic that seems to come from you.',
    advice: 'Block UDP ports 137 and 138 from the internet. They have no use outside an office network.',
  },
  {
    services: ['ftp'],
    tcp: [21, 2121],
    severity: 'high',
    sources: ['shadowserver', 'cisa_ransomware'],
    thing: 'an FTP file server (unencrypted login)',
    why: 'FTP sends user names, passwords and files as readable text. Anybody along the way can note them down, and stolen FTP passwords are a common way to plant malicious code in web shops.',
    advice:
      'Use SFTP, which comes with SSH, and switch FTP off. If you have to keep it, allow only encrypted logins (explicit TLS), switch off anonymous access, and let only known addresses in.',
  },
  {
    services: ['ftps'],
    tcp: [990],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'an FTP file server inside encryption',
    why: 'The connection is encrypted, so passwords cannot be read along the way. Strangers can still try passwords, and whoever gets in can read or replace your files, those of your website included.',
    advice:
      'Let only the addresses of people who upload files reach this port, use long passwords, and delete accounts that nobody uses.',
  },
  {
    services: ['tftp'],
    udp: [69],
    severity: 'medium',
    sources: ['shadowserver'],
    thing: 'a TFTP file server',
    why: 'TFTP hands out files without asking for a name or a password, typically the configuration of routers and telephones, which may contain passwords. It can also be misused to flood others with traffic.',
    advice: 'Block UDP port 69 from the internet. Devices that start from it need it inside your own network only.',
  },
  {
    services: ['nfs'],
    tcp: [2049],
    udp: [2049],
    severity: 'high',
    sources: ['judgement'],
    thing: 'Unix file sharing (NFS)',
    why: 'NFS shares folders between servers and usually trusts whoever asks from an allowed address, without a password or encryption. A mistake in the list of allowed addresses lays the files open for reading or changing.',
    advice:
      'Let only the servers that need the files reach port 2049, by firewall as well as in /etc/exports, and check there that no folder is shared with everybody (“*”).',
  },
  {
    services: ['afp', 'afpovertcp'],
    tcp: [548],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'Apple file sharing (AFP)',
    why: 'This shares folders between Macs, or from a network disk (NAS). It tells strangers the names of the device and its users’ login methods, and on older devices it has had flaws through which files were read without a password.',
    advice: 'Block port 548 from the internet and use a VPN when you need the files from outside. Update the device.',
  },
  {
    services: ['rsync'],
    tcp: [873],
    severity: 'medium',
    sources: ['shadowserver'],
    thing: 'an rsync file copying service',
    why: 'Rsync copies whole folders, often backups. Many such servers ask for no password, so strangers can list what is there and copy it, or overwrite it where writing is allowed; nothing is encrypted.',
    advice:
      'Let only the machines that copy reach port 873, or run rsync over SSH instead. In rsyncd.conf give each module “auth users”, “hosts allow” and “read only = yes”.',
    open: {
      reason: 'at least one of its folders can be copied without a password',
      reference: 'https://download.samba.org/pub/rsync/rsyncd.conf.5',
    },
    guarded: {
      why: 'Rsync copies whole folders, often backups. The folders that we tried ask for a password; their names can be seen by everybody, nothing is encrypted, and strangers can try passwords.',
      advice:
        'Let only the machines that copy reach port 873, by firewall or by “hosts allow” in rsyncd.conf, or run rsync over SSH instead. “list = no” hides a folder’s name.',
    },
  },
  {
    services: ['iscsi-target', 'iscsi'],
    tcp: [3260],
    severity: 'high',
    sources: ['judgement'],
    thing: 'a network disk (iSCSI)',
    why: 'Whoever connects here works with the raw disk as if it were built into their own computer. Without a login they can copy or destroy everything on it.',
    advice: 'Keep iSCSI on a separate storage network, block port 3260 from the internet, and switch on CHAP logins.',
  },
]);
