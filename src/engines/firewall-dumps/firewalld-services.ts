/** One thing that a service of firewalld lets in. */
export interface ServicePorts {
  /** `80` or `80-90`. */
  readonly ports: string;
  readonly transport: 'tcp' | 'udp';
  /** Whether they are the ports of the other side. */
  readonly isSource: boolean;
}

/**
 * What a service opens to the world, as firewalld 1.3 defines it: what it takes only by multicast or on its own link is left
 * out. Administrators can define more, and change these; null: not one of them.
 */
export function servicePorts(name: string): readonly ServicePorts[] | null {
  const words = services.get(name);
  if (words === undefined) return null;
  return words.map((word) => {
    const isSource = word.startsWith('from:');
    const [ports, transport] = (isSource ? word.slice('from:'.length) : word).split('/') as [string, 'tcp' | 'udp'];
    return { ports, transport, isSource };
  });
}

const definitions = `
RH-Satellite-6-capsule 8443/tcp 5000/tcp 5646-5647/tcp 5671/tcp 8000/tcp 8080/tcp 9090/tcp 68/udp 8140/tcp 53/tcp 53/udp 80/tcp 443/tcp 67/udp 69/udp |
RH-Satellite-6 5000/tcp 5646-5647/tcp 5671/tcp 8000/tcp 8080/tcp 9090/tcp 68/udp 8140/tcp 53/tcp 53/udp 80/tcp 443/tcp 67/udp 69/udp |
afp 548/tcp | amanda-client 10080/udp 10080/tcp | amanda-k5-client 10082/tcp | amqp 5672/tcp | amqps 5671/tcp |
apcupsd 3551/tcp | audit 60/tcp | ausweisapp2 24727/udp | bacula-client 9102/tcp |
bacula 9101/tcp 9102/tcp 9103/tcp | bareos-director 9101/tcp | bareos-filedaemon 9102/tcp |
bareos-storage 9103/tcp | bb 1984/tcp 1984/udp | bgp 179/tcp | bitcoin-rpc 8332/tcp |
bitcoin-testnet-rpc 18332/tcp | bitcoin-testnet 18333/tcp | bitcoin 8333/tcp | bittorrent-lsd |
ceph-exporter 9283/tcp | ceph-mon 3300/tcp 6789/tcp | ceph 6800-7300/tcp | cfengine 5308/tcp |
checkmk-agent 6556/tcp | cockpit 9090/tcp | collectd 25826/udp | condor-collector 9618/tcp |
cratedb 4200/tcp 4300/tcp 5432/tcp | ctdb 4379/tcp 4379/udp | dds-multicast |
dds-unicast 7402-7649/udp 7652-7899/udp 7902-8149/udp 8152-8339/udp 8402-8649/udp 8652-8899/udp 8902-9149/udp 9152-9339/udp 9402-9649/udp 9652-9899/udp 9902-10149/udp |
dds 7402-7649/udp 7652-7899/udp 7902-8149/udp 8152-8339/udp 8402-8649/udp 8652-8899/udp 8902-9149/udp 9152-9339/udp 9402-9649/udp 9652-9899/udp 9902-10149/udp |
dhcp 67/udp | dhcpv6-client | dhcpv6 547/udp | distcc 3632/tcp | dns-over-tls 853/tcp | dns 53/tcp 53/udp |
docker-registry 5000/tcp | docker-swarm 2377/tcp 7946/tcp 7946/udp 4789/udp | dropbox-lansync 17500/udp 17500/tcp |
elasticsearch 9300/tcp 9200/tcp | etcd-client 2379/tcp | etcd-server 2380/tcp | finger 79/tcp |
foreman-proxy 8443/tcp 68/udp 8140/tcp 53/tcp 53/udp 80/tcp 443/tcp 67/udp 69/udp |
foreman 68/udp 8140/tcp 53/tcp 53/udp 80/tcp 443/tcp 67/udp 69/udp |
freeipa-4 80/tcp 443/tcp 88/tcp 88/udp 464/tcp 464/udp 389/tcp 636/tcp |
freeipa-ldap 80/tcp 443/tcp 88/tcp 88/udp 464/tcp 464/udp 123/udp 389/tcp |
freeipa-ldaps 80/tcp 443/tcp 88/tcp 88/udp 464/tcp 464/udp 123/udp 636/tcp | freeipa-replication 7389/tcp |
freeipa-trust 135/tcp 138-139/tcp 138-139/udp 389/tcp 389/udp 445/tcp 445/udp 49152-65535/tcp 3268/tcp |
ftp 21/tcp | galera 3306/tcp 4567/tcp 4568/tcp 4444/tcp | ganglia-client 8660/tcp | ganglia-master 8651/tcp |
git 9418/tcp | gpsd 2947/tcp | grafana 3000/tcp | gre |
high-availability 2224/tcp 3121/tcp 5403/tcp 5404/udp 5405-5412/udp 9929/tcp 9929/udp 21064/tcp | http 80/tcp |
http3 443/udp | https 443/tcp | ident 113/tcp | imap 143/tcp | imaps 993/tcp | ipfs 4001/tcp 4001/udp |
ipp-client 631/udp | ipp 631/tcp 631/udp | ipsec 500/udp 4500/udp 4500/tcp | irc 6667/tcp | ircs 6697/tcp |
iscsi-target 3260/tcp 3260/udp | isns 3205/tcp 3205/udp | jenkins 8080/tcp | kadmin 749/tcp |
kdeconnect 1714-1764/tcp 1714-1764/udp | kerberos 88/tcp 88/udp | kibana 5601/tcp | klogin 543/tcp |
kpasswd 464/tcp 464/udp | kprop 754/tcp | kshell 544/tcp | kube-api 10250/tcp | kube-apiserver 6443/tcp |
kube-control-plane-secure 2379/tcp 2380/tcp 6443/tcp 10257/tcp 10259/tcp |
kube-control-plane 2379/tcp 2380/tcp 6443/tcp 10252/tcp 10251/tcp | kube-controller-manager-secure 10257/tcp |
kube-controller-manager 10252/tcp | kube-nodeport-services 30000-32767/tcp | kube-scheduler-secure 10259/tcp |
kube-scheduler 10251/tcp | kube-worker 10250/tcp 30000-32767/tcp | kubelet-readonly 10255/tcp |
kubelet-worker 10250/tcp 30000-32767/tcp | kubelet 10250/tcp | ldap 389/tcp | ldaps 636/tcp |
libvirt-tls 16514/tcp | libvirt 16509/tcp | lightning-network 9735/tcp | llmnr-client from:5355/udp |
llmnr-tcp 5355/tcp | llmnr-udp | llmnr 5355/tcp | managesieve 4190/tcp | matrix 8448/tcp 443/tcp | mdns |
memcache 11211/tcp 11211/udp | minidlna 8200/tcp | mongodb 27017/tcp | mosh 60000-61000/udp |
mountd 20048/tcp 20048/udp | mqtt-tls 8883/tcp | mqtt 1883/tcp | ms-wbt 3389/tcp | mssql 1433/tcp |
murmur 64738/tcp 64738/udp | mysql 3306/tcp | nbd 10809/tcp | nebula 4242/udp | netbios-ns 137/udp |
netdata-dashboard 19999/tcp | nfs 2049/tcp | nfs3 2049/tcp 2049/udp | nmea-0183 10110/tcp 10110/udp |
nrpe 5666/tcp | ntp 123/udp | nut 3493/tcp | openvpn 1194/udp | ovirt-imageio 54322/tcp |
ovirt-storageconsole 55863/tcp 39543/tcp | ovirt-vmconsole 2223/tcp |
plex 32400/tcp 32400/udp 32469/tcp 3005/tcp 8324/tcp 32410/udp 32412/udp 32413/udp 32414/udp | pmcd 44321/tcp |
pmproxy 44322/tcp | pmwebapi 44323/tcp | pmwebapis 44324/tcp | pop3 110/tcp | pop3s 995/tcp | postgresql 5432/tcp |
privoxy 8118/tcp | prometheus-node-exporter 9100/tcp | prometheus 9090/tcp | proxy-dhcp 4011/udp |
ps2link 18194/udp 18193/tcp | ps3netsrv 38008/tcp | ptp 319/udp 320/udp | pulseaudio 4713/tcp |
puppetmaster 8140/tcp | quassel 4242/tcp | radius 1812/tcp 1812/udp 1813/tcp 1813/udp | rdp 3389/tcp |
redis-sentinel 26379/tcp | redis 6379/tcp | rpc-bind 111/tcp 111/udp | rquotad 875/tcp 875/udp | rsh 514/tcp |
rsyncd 873/tcp 873/udp | rtsp 554/tcp 554/udp | salt-master 4505/tcp 4506/tcp | samba-client 138/udp 137/udp |
samba-dc 135/tcp 389/udp 49152-65535/tcp 3268/tcp 3269/tcp 139/tcp 445/tcp 138/udp 137/udp 53/tcp 53/udp 88/tcp 88/udp 389/tcp 636/tcp 464/tcp 464/udp |
samba 139/tcp 445/tcp 138/udp 137/udp | sane 6566/tcp | sip 5060/tcp 5060/udp | sips 5061/tcp 5061/udp |
slp 427/tcp 427/udp | smtp-submission 587/tcp | smtp 25/tcp | smtps 465/tcp | snmp 161/tcp 161/udp |
snmptls-trap 10162/tcp 10162/udp | snmptls 10161/tcp 10161/udp | snmptrap 162/tcp 162/udp |
spideroak-lansync 21327/udp 21328/udp | spotify-sync 57621/udp 57621/tcp | squid 3128/tcp | ssdp | ssh 22/tcp |
steam-streaming 27036/tcp 27037/tcp 27031-27036/udp | svdrp 6419/tcp 6419/udp | svn 3690/tcp |
syncthing-gui 8384/tcp | syncthing-relay 22067/tcp 22070/tcp | syncthing 22000/tcp 22000/udp 21027/udp |
synergy 24800/tcp | syslog-tls 6514/tcp 6514/udp | syslog 514/udp | telnet 23/tcp | tentacle 41121/tcp |
tftp 69/udp | tile38 9851/tcp | tinc 655/tcp 655/udp | tor-socks 9050/tcp |
transmission-client 51413/tcp 51413/udp | upnp-client from:1900/udp | vdsm 54321/tcp 5900-6923/tcp 49152-49216/tcp |
vnc-server 5900-5903/tcp | warpinator 42000/tcp 42000/udp 42001/tcp | wbem-http 5988/tcp | wbem-https 5989/tcp |
wireguard 51820/udp | ws-discovery-client from:3702/udp | ws-discovery-tcp 3702/tcp | ws-discovery-udp |
ws-discovery 3702/tcp | wsman 5985/tcp | wsmans 5986/tcp | xdmcp 177/tcp 177/udp | xmpp-bosh 5280/tcp |
xmpp-client 5222/tcp | xmpp-local 5298/tcp | xmpp-server 5269/tcp | zabbix-agent 10050/tcp |
zabbix-server 10051/tcp | zerotier 9993/udp`;

const services: ReadonlyMap<string, readonly string[]> = new Map(
  definitions.split('|').map((definition) => {
    const [name, ...words] = definition.trim().split(' ') as [string, ...string[]];
    return [name, words];
  }),
);
