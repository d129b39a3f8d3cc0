/*
 * The floor that scanners stand on: every SYN once, at a fixed rate, by the cheapest code there is. Nothing is repeated,
 * nothing is remembered; what gets lost is missed. Whoever probes as many ports over the same raw sockets can't be faster.
 *
 *   bare-sender <source> <first address> <addresses> <first port> <last port> <packets per second>
 *
 * Prints what is open, `address:port` a line, then the seconds until the last answer.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum { SEND_BATCH = 64, RECEIVE_BATCH = 512, ANSWER_BYTES = 128, SOURCE_PORT = 40000, RECEIVE_BUFFER_BYTES = 16 << 20 };
static const double PATIENCE_SECONDS = 0.3;
static const uint32_t SPREAD = 2654435761u;

struct probe {
	struct tcphdr header;
	unsigned char segment_size_option[4];
};

static struct probe probes[SEND_BATCH];
static struct sockaddr_in targets[SEND_BATCH];
static struct iovec probe_vectors[SEND_BATCH], answer_vectors[RECEIVE_BATCH];
static struct mmsghdr outgoing[SEND_BATCH], incoming[RECEIVE_BATCH];
static unsigned char answers[RECEIVE_BATCH][ANSWER_BYTES];

static double seconds_now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static uint16_t checksum(const struct probe *probe, uint32_t source, uint32_t target)
{
	const uint16_t *words = (const uint16_t *)probe;
	uint32_t sum = (source & 0xffff) + (source >> 16) + (target & 0xffff) + (target >> 16);
	sum += htons(IPPROTO_TCP) + htons(sizeof *probe);
	for (size_t i = 0; i < sizeof *probe / 2; i++)
		sum += words[i];
	sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~(sum + (sum >> 16));
}

static void prepare(void)
{
	for (int i = 0; i < SEND_BATCH; i++) {
		probes[i].header = (struct tcphdr){ .source = htons(SOURCE_PORT), .doff = 6, .syn = 1, .window = htons(64240) };
		memcpy(probes[i].segment_size_option, "\x02\x04\x05\xb4", 4);
		targets[i].sin_family = AF_INET;
		probe_vectors[i] = (struct iovec){ &probes[i], sizeof probes[i] };
		outgoing[i].msg_hdr = (struct msghdr){
			.msg_name = &targets[i], .msg_namelen = sizeof targets[i], .msg_iov = &probe_vectors[i], .msg_iovlen = 1,
		};
	}
	for (int i = 0; i < RECEIVE_BATCH; i++) {
		answer_vectors[i] = (struct iovec){ answers[i], ANSWER_BYTES };
		incoming[i].msg_hdr = (struct msghdr){ .msg_iov = &answer_vectors[i], .msg_iovlen = 1 };
	}
}

/* A SYN-ACK to one of ours is printed. */
static void read_answer(const unsigned char *packet, unsigned length)
{
	unsigned header_bytes = (packet[0] & 15u) * 4;
	const struct tcphdr *header = (const struct tcphdr *)(packet + header_bytes);
	if (length < header_bytes + sizeof *header || ntohs(header->dest) != SOURCE_PORT || !header->syn || !header->ack)
		return;
	printf("%u.%u.%u.%u:%u\n", packet[12], packet[13], packet[14], packet[15], ntohs(header->source));
}

int main(int argc, char **argv)
{
	if (argc != 7) {
		fprintf(stderr, "usage: bare-sender <source> <first address> <addresses> <first port> <last port> <packets/s>\n");
		return 2;
	}
	uint32_t source = inet_addr(argv[1]), first_address = ntohl(inet_addr(argv[2]));
	uint32_t addresses = (uint32_t)atol(argv[3]);
	int first_port = atoi(argv[4]), last_port = atoi(argv[5]);
	double packets_per_second = atof(argv[6]);
	uint32_t total = addresses * (uint32_t)(last_port - first_port + 1), sent = 0;
	int raw = socket(AF_INET, SOCK_RAW | SOCK_NONBLOCK, IPPROTO_TCP);
	int buffer_bytes = RECEIVE_BUFFER_BYTES;
	if (raw < 0 || setsockopt(raw, SOL_SOCKET, SO_RCVBUFFORCE, &buffer_bytes, sizeof buffer_bytes) < 0) {
		perror("raw socket");
		return 1;
	}
	prepare();
	double began = seconds_now(), last_answer = began;
	while (sent < total || seconds_now() - last_answer < PATIENCE_SECONDS) {
		double allowed = (seconds_now() - began) * packets_per_second;
		uint32_t due = allowed < total ? (uint32_t)allowed : total;
		uint32_t count = due - sent < SEND_BATCH ? due - sent : SEND_BATCH;
		for (uint32_t i = 0; i < count; i++) {
			uint32_t number = sent + i;
			targets[i].sin_addr.s_addr = htonl(first_address + number % addresses);
			probes[i].header.dest = htons((uint16_t)((uint32_t)first_port + number / addresses));
			probes[i].header.seq = htonl(number * SPREAD);
			probes[i].header.check = 0;
			probes[i].header.check = checksum(&probes[i], source, targets[i].sin_addr.s_addr);
		}
		int accepted = count > 0 ? sendmmsg(raw, outgoing, count, 0) : 0;
		if (accepted > 0)
			sent += (uint32_t)accepted;
		int arrived = recvmmsg(raw, incoming, RECEIVE_BATCH, MSG_DONTWAIT, NULL);
		for (int i = 0; i < arrived; i++)
			read_answer(answers[i], incoming[i].msg_len);
		if (arrived > 0)
			last_answer = seconds_now();
		if (count < SEND_BATCH && arrived <= 0)
			nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
	}
	printf("seconds %.3f\n", last_answer - began);
	return 0;
}
