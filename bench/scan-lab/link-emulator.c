/*
 * A link with a delay and random loss, each way, between two network namespaces: what netem does, for kernels without it.
 *
 *   link-emulator <namespace a> <namespace b> <delay in ms> <share lost, 0..1>
 *
 * Makes the TAP devices link0 in a and link1 in b and carries frames between them until it is terminated. Address
 * resolution is delayed but never lost: it would measure the kernel's patience, not the scanner's. Each direction has a
 * thread of its own: who writes a frame does the work of the machine that receives it, and the two machines are two.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { FRAME_BYTES = 2048, QUEUE_FRAMES = 1 << 17, FRAMES_PER_READ = 64, LONGEST_WAIT_NS = 100000000 };

struct frame {
	uint64_t due_ns;
	int length;
	unsigned char *bytes;
};

struct direction {
	int from, to;
	uint64_t delay_ns;
	double loss;
	uint64_t random_state;
	unsigned head, tail;
	struct frame *queue;
};

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
	(void)signal_number;
	stopped = 1;
}

static uint64_t now_ns(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* xorshift64: losses must be independent, not unpredictable. */
static double random_share(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (double)(*state >> 11) / 9007199254740992.0;
}

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static int open_tap(const char *namespace_name, const char *device)
{
	char path[256];
	snprintf(path, sizeof path, "/var/run/netns/%s", namespace_name);
	int namespace_descriptor = open(path, O_RDONLY | O_CLOEXEC);
	if (namespace_descriptor < 0 || setns(namespace_descriptor, CLONE_NEWNET) < 0)
		fail(path);
	close(namespace_descriptor);
	int descriptor = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	struct ifreq request = { .ifr_flags = IFF_TAP | IFF_NO_PI };
	strncpy(request.ifr_name, device, IFNAMSIZ - 1);
	if (descriptor < 0 || ioctl(descriptor, TUNSETIFF, &request) < 0)
		fail("/dev/net/tun");
	return descriptor;
}

static int is_address_resolution(const unsigned char *frame, int length)
{
	return length >= 14 && frame[12] == 0x08 && frame[13] == 0x06;
}

static void take_frames(struct direction *direction)
{
	unsigned char bytes[FRAME_BYTES];
	for (int count = 0; count < FRAMES_PER_READ; count++) {
		int length = (int)read(direction->from, bytes, sizeof bytes);
		if (length <= 0)
			return;
		if (!is_address_resolution(bytes, length) && random_share(&direction->random_state) < direction->loss)
			continue;
		if (direction->tail - direction->head == QUEUE_FRAMES)
			continue;
		struct frame *frame = &direction->queue[direction->tail++ % QUEUE_FRAMES];
		frame->bytes = malloc((size_t)length);
		if (frame->bytes == NULL)
			fail("malloc");
		memcpy(frame->bytes, bytes, (size_t)length);
		frame->length = length;
		frame->due_ns = now_ns() + direction->delay_ns;
	}
}

/* Delivers what is due. Returns when the next frame will be, or UINT64_MAX. */
static uint64_t deliver_frames(struct direction *direction)
{
	uint64_t now = now_ns();
	while (direction->head != direction->tail) {
		struct frame *frame = &direction->queue[direction->head % QUEUE_FRAMES];
		if (frame->due_ns > now)
			return frame->due_ns;
		if (write(direction->to, frame->bytes, (size_t)frame->length) < 0 && errno != EIO && errno != EAGAIN)
			fail("write");
		free(frame->bytes);
		direction->head++;
	}
	return UINT64_MAX;
}

static void *carry(void *argument)
{
	struct direction *direction = argument;
	while (!stopped) {
		uint64_t next = deliver_frames(direction);
		uint64_t now = now_ns();
		uint64_t wait_ns = next == UINT64_MAX ? LONGEST_WAIT_NS : next > now ? next - now : 0;
		struct timespec wait = { .tv_sec = 0, .tv_nsec = (long)(wait_ns < LONGEST_WAIT_NS ? wait_ns : LONGEST_WAIT_NS) };
		struct pollfd readable = { .fd = direction->from, .events = POLLIN };
		if (ppoll(&readable, 1, &wait, NULL) > 0)
			take_frames(direction);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	if (argc != 5) {
		fprintf(stderr, "usage: link-emulator <namespace a> <namespace b> <delay ms> <loss>\n");
		return 2;
	}
	uint64_t delay_ns = (uint64_t)(atof(argv[3]) * 1e6);
	double loss = atof(argv[4]);
	int a = open_tap(argv[1], "link0");
	int b = open_tap(argv[2], "link1");
	struct direction directions[] = {
		{ .from = a, .to = b, .delay_ns = delay_ns, .loss = loss, .random_state = 88172645463325252u },
		{ .from = b, .to = a, .delay_ns = delay_ns, .loss = loss, .random_state = 9754186451795953191u },
	};
	signal(SIGTERM, stop);
	signal(SIGINT, stop);
	pthread_t threads[2];
	for (int i = 0; i < 2; i++) {
		directions[i].queue = calloc(QUEUE_FRAMES, sizeof(struct frame));
		if (directions[i].queue == NULL || pthread_create(&threads[i], NULL, carry, &directions[i]) != 0)
			fail("a direction's thread");
	}
	printf("ready\n");
	fflush(stdout);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
