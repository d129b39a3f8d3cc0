import type { Daemon } from '../daemon.ts';

/** Message brokers, chat, telephony. */
export const messaging: readonly Daemon[] = [
  {
    name: 'Mosquitto open to all',
    root: 'main',
    packages: ['mosquitto'],
    ports: [
      { port: 1883, truth: { service: 'mqtt', unauthenticated: true } },
      { port: 20883, truth: { service: 'mqtt', unauthenticated: true } },
    ],
    start: `
printf 'user root\\nlistener 1883\\nlistener 20883\\nallow_anonymous true\\n' >mosquitto.conf
exec mosquitto -c mosquitto.conf`,
  },
  {
    name: 'Mosquitto with a login',
    root: 'main',
    packages: ['mosquitto'],
    ports: [{ port: 20884, truth: { service: 'mqtt', unauthenticated: false } }],
    start: `
printf 'user root\\nlistener 20884\\nallow_anonymous false\\n' >mosquitto.conf
exec mosquitto -c mosquitto.conf`,
  },
  {
    name: 'RabbitMQ',
    root: 'main',
    packages: ['rabbitmq-server'],
    ports: [
      { port: 5672, truth: { service: 'amqp', product: 'RabbitMQ' } },
      { port: 20672, truth: { service: 'amqp', product: 'RabbitMQ' } },
      { port: 4369, truth: { service: 'epmd' } },
    ],
    start: `
chmod 777 .
printf 'listeners.tcp.1 = 0.0.0.0:5672\\nlisteners.tcp.2 = 0.0.0.0:20672\\n' >rabbitmq.conf
export RABBITMQ_CONFIG_FILE=$PWD/rabbitmq RABBITMQ_MNESIA_BASE=$PWD/db RABBITMQ_LOG_BASE=$PWD/log RABBITMQ_PID_FILE=$PWD/pid
export RABBITMQ_NODENAME=bench@localhost RABBITMQ_ENABLED_PLUGINS_FILE=$PWD/plugins
exec rabbitmq-server`,
  },
  {
    name: 'NATS',
    root: 'main',
    packages: ['nats-server'],
    ports: [{ port: 4222, truth: { service: 'nats', unauthenticated: true } }],
    start: 'exec nats-server -p 4222',
  },
  {
    name: 'ngIRCd',
    root: 'main',
    packages: ['ngircd'],
    ports: [{ port: 6667, truth: { service: 'irc' } }],
    start: `
printf '[Global]\\nName = irc.example.com\\nPorts = 6667\\nServerUID = nobody\\nServerGID = nogroup\\n[Options]\\nDNS = no\\nIdent = no\\nPAM = no\\n' >ngircd.conf
exec ngircd -n -f $PWD/ngircd.conf`,
  },
  {
    name: 'InspIRCd',
    root: 'second',
    packages: ['inspircd'],
    ports: [{ port: 20667, truth: { service: 'irc' } }],
    start: `
cat >inspircd.conf <<EOF
<server name="irc.example.com" description="test" network="Test">
<admin name="a" nick="a" email="a@example.com">
<bind address="" port="20667" type="clients">
<connect allow="*" resolvehostnames="no">
<pid file="$PWD/pid">
EOF
exec inspircd --runasroot --nofork --config=$PWD/inspircd.conf`,
  },
  {
    name: 'Prosody',
    root: 'main',
    packages: ['prosody'],
    ports: [
      { port: 5222, truth: { service: 'xmpp' } },
      { port: 20222, truth: { service: 'xmpp' } },
    ],
    start: `
cat >prosody.cfg.lua <<EOF
data_path = "$PWD"
run_as_root = true
modules_disabled = { "s2s" }
c2s_ports = { 5222, 20222 }
log = { info = "*console" }
VirtualHost "localhost"
EOF
exec prosody -F --config $PWD/prosody.cfg.lua`,
  },
  {
    name: 'Kamailio',
    root: 'main',
    packages: ['kamailio'],
    ports: [{ port: 5060, truth: { service: 'sip', product: 'kamailio' } }],
    start: `
cat >kamailio.cfg <<EOF
mpath="/usr/lib/x86_64-linux-gnu/kamailio/modules/"
loadmodule "sl.so"
listen=tcp:127.0.0.1:5060
children=1
request_route { sl_send_reply("200", "OK"); }
EOF
exec kamailio -DD -E -f kamailio.cfg -Y $PWD -P $PWD/pid`,
  },
];
