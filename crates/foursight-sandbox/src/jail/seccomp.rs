//! Seccomp: the kernel refuses dangerous system calls.
//!
//! The list says what is forbidden, not what is allowed, because runtimes differ and change.

use std::collections::BTreeMap;

use nix::errno::Errno;
use nix::libc::{self, c_int, c_long};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter, sock_filter,
};

use super::failure::{Failure, Step};
use super::landlock;
use crate::launcher_task::LauncherTask;
use crate::layer::Layer;

macro_rules! calls {
    ($($(#[$attribute:meta])* $name:ident)*) => { &[$($(#[$attribute])* libc::$name),*] };
}

/// Refused as if not permitted.
const FORBIDDEN: &[c_long] = calls![
    // Looking into other processes.
    SYS_ptrace SYS_process_vm_readv SYS_process_vm_writev SYS_process_madvise SYS_pidfd_getfd SYS_kcmp
    SYS_perf_event_open
    // Another view of the system.
    SYS_unshare SYS_setns SYS_mount SYS_umount2 SYS_pivot_root SYS_chroot SYS_open_tree SYS_move_mount SYS_fsopen
    SYS_fsconfig SYS_fsmount SYS_fspick SYS_mount_setattr SYS_open_by_handle_at SYS_name_to_handle_at
    SYS_fanotify_init SYS_quotactl
    // Large and often attacked parts of the kernel.
    SYS_bpf SYS_userfaultfd SYS_io_uring_setup SYS_io_uring_enter SYS_io_uring_register SYS_add_key SYS_request_key
    SYS_keyctl
    // The machine as a whole.
    SYS_kexec_load SYS_init_module SYS_finit_module SYS_delete_module SYS_reboot SYS_swapon SYS_swapoff SYS_acct
    SYS_syslog SYS_sethostname SYS_setdomainname SYS_settimeofday SYS_clock_settime SYS_adjtimex SYS_clock_adjtime
    SYS_vhangup
    // Queues that outlive a process.
    SYS_msgget SYS_semget SYS_mq_open
    // A file that Landlock, before Linux 6.2, protects only from being opened.
    SYS_truncate
];

/// Changes to files that Landlock permits even if it does not let the program open them. Compilers need some.
const CHANGES_TO_FILES: &[c_long] = calls![
    SYS_fchmod SYS_fchmodat SYS_utimensat
    #[cfg(target_arch = "x86_64")] SYS_chmod
    #[cfg(target_arch = "x86_64")] SYS_utime
    #[cfg(target_arch = "x86_64")] SYS_utimes
    #[cfg(target_arch = "x86_64")] SYS_futimesat
];

/// Changes to the owners of files. Copying programs want to make them; compilers do not need them carried out.
const CHANGES_OF_OWNERS: &[c_long] = calls![
    SYS_fchown SYS_fchownat
    #[cfg(target_arch = "x86_64")] SYS_chown
    #[cfg(target_arch = "x86_64")] SYS_lchown
];

/// Bits of a mode, and the value that a compiler may not give to a file that it only names: the owner keeps the file,
/// and nobody else may write to it.
const BAD_MODES: [(c_int, c_int); 3] = [(0o400, 0), (0o200, 0), (0o002, 0o002)];

/// Changes to a process, whose number is the first argument.
const CHANGES_TO_PROCESSES: &[c_long] = calls![
    SYS_prlimit64 SYS_sched_setaffinity SYS_sched_setscheduler SYS_sched_setparam SYS_sched_setattr SYS_migrate_pages
    SYS_move_pages
];

/// Changes to a process, whose number is the second argument, or to all of a user, if the first one has this value.
const CHANGES_OF_PRIORITY: [(c_long, c_int); 2] =
    [(libc::SYS_setpriority, 2), (libc::SYS_ioprio_set, 3)];

/// Signals to a process, whose number is the first argument.
const SIGNALS: &[c_long] =
    calls![SYS_kill SYS_tkill SYS_tgkill SYS_rt_sigqueueinfo SYS_rt_tgsigqueueinfo];

/// Refused as on a file system without extended attributes, which would last from game to game.
const ATTRIBUTES: &[c_long] = calls![
    SYS_setxattr SYS_lsetxattr SYS_fsetxattr SYS_removexattr SYS_lremovexattr SYS_fremovexattr
];

/// Refused as if unknown; programs then do without them.
const UNKNOWN: &[c_long] = calls![
    // Hides its flags behind a pointer.
    SYS_clone3
    // Memory that nobody counts.
    SYS_memfd_create SYS_memfd_secret SYS_shmget SYS_vmsplice
    // Requests that the kernel counts for the whole machine.
    SYS_io_setup
    // Would tell a program when another one opens a file that both may read.
    SYS_inotify_init1
    #[cfg(target_arch = "x86_64")] SYS_inotify_init
    // Signals to processes without their number.
    SYS_pidfd_send_signal
];

/// The first call that is unknown because it is newer than these lists; it and all later calls are refused. On x86-64
/// that includes all calls of x32 programs, which have a high bit.
const FIRST_NEW: u32 = 452;

/// Answered with 0 and not carried out. The kernel may give every session an equal share of the processors (autogroup):
/// a program with many sessions would have many shares. Programs accept any answer but -1.
const IGNORED: &[c_long] = &[libc::SYS_setsid];

/// The process about which nobody can ask in a jail: a number that no process has, as Linux counts to 2^22. The Python
/// package asks, and refuses to work if the answer is [`ANSWER`], which `getsid` gives nowhere else.
const QUESTION: libc::pid_t = 0x4653_4a4c;
const ANSWER: Errno = Errno::EKEYREJECTED;

/// Requests of `fcntl` that are refused as if not permitted: notifications about files that others open, signals to
/// others, and pipes larger than the limits assume.
const FILE_REQUESTS: [c_int; 6] = [
    libc::F_NOTIFY,
    libc::F_SETLEASE,
    libc::F_SETPIPE_SZ,
    libc::F_SETOWN,
    10, // F_SETSIG
    15, // F_SETOWN_EX
];

/// Requests of `ioctl` that are refused as if not permitted: signals to others, and attributes of files, which would
/// last from game to game.
const DEVICE_REQUESTS: [c_int; 6] = [
    0x8901,      // FIOSETOWN
    0x8902,      // SIOCSPGRP
    0x4004_6602, // FS_IOC32_SETFLAGS
    0x4008_6602, // FS_IOC_SETFLAGS
    0x4008_7602, // FS_IOC_SETVERSION
    0x401c_5820, // FS_IOC_FSSETXATTR
];

/// Requests of `fcntl` that lock a file. Locks are refused as on a file system without locks: a lock on a file that two
/// programs may read would be a channel between them.
const LOCKS: [c_int; 4] = [libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];

/// The flags of `clone` that create namespaces.
const NAMESPACES: [c_int; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// The flags of `mmap` for memory that no process is seen to hold: shared, where it can outlive its addresses, and in
/// huge pages, which the machine sets aside.
const UNSEEN: [c_int; 2] = [libc::MAP_SHARED | libc::MAP_ANONYMOUS, libc::MAP_HUGETLB];

/// The bits of a socket's type that are not flags.
const SOCKET_TYPE: c_int = 0xf;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

pub(super) fn apply(task: &LauncherTask) -> Result<(), Failure> {
    // Tells a program that it is in a jail.
    let answers = Rules::from([(libc::SYS_getsid, vec![is(0, QUESTION)])]);
    for (rules, errno) in [
        (forbidden(task), Errno::EPERM as u32),
        (all(UNKNOWN), Errno::ENOSYS as u32),
        (unsupported(), Errno::EOPNOTSUPP as u32),
        (ignored(task), 0),
        (answers, ANSWER as u32),
    ] {
        let program = compile(rules, errno).step("seccomp")?;
        apply_filter(&program).step("seccomp")?;
    }
    apply_filter(&no_new_calls()).step("seccomp")
}

fn forbidden(task: &LauncherTask) -> Rules {
    let is_alone = task.has(Layer::Namespaces);
    let mut rules = all(FORBIDDEN);
    rules.extend(sockets(is_alone));
    rules.extend([
        (libc::SYS_clone, NAMESPACES.map(|flag| has(0, flag)).into()),
        (libc::SYS_fcntl, FILE_REQUESTS.map(|request| is(1, request)).into()),
        (libc::SYS_ioctl, DEVICE_REQUESTS.map(|request| is(1, request)).into()),
        (libc::SYS_mmap, UNSEEN.map(|flags| has(3, flags)).into()),
        // Would keep others off the same core.
        (libc::SYS_prctl, vec![is(0, libc::PR_SCHED_CORE)]),
    ]);
    if !task.options.runs_scratch {
        rules.extend(all(&[CHANGES_TO_FILES, CHANGES_OF_OWNERS].concat()));
    } else if !is_alone {
        let bad = |place| BAD_MODES.map(|(bits, value)| part(place, bits, value)).into();
        #[cfg(target_arch = "x86_64")]
        rules.insert(libc::SYS_chmod, bad(1));
        rules.insert(libc::SYS_fchmodat, bad(2));
    }
    rules.extend(CHANGES_TO_PROCESSES.iter().map(|&call| (call, vec![to_other(0, is_alone)])));
    rules.extend(
        CHANGES_OF_PRIORITY.map(|(call, user)| (call, vec![is(0, user), to_other(1, is_alone)])),
    );
    let is_confined = is_alone || task.has(Layer::Landlock) && landlock::confines_signals();
    if !is_confined {
        rules.extend(SIGNALS.iter().map(|&call| (call, vec![to_other(0, false)])));
    }
    rules
}

/// Applies to calls that name a process other than the program's own, without which they mean themselves. In namespaces
/// all but the first process are the program's own; elsewhere a filter knows only the number that the program starts
/// with.
fn to_other(place: u8, is_alone: bool) -> SeccompRule {
    let own = std::process::id().cast_signed();
    let is_other = [0, own].map(|number| condition(place, SeccompCmpOp::Ne, number));
    if is_alone { is(place, 1) } else { rule(is_other) }
}

/// Applies to all sockets but Unix ones. Where no namespaces hide the sockets of other programs, only pairs that stay
/// connected are allowed: a listener outside, such as D-Bus, could do for a program what the program itself may not.
fn sockets(is_hidden: bool) -> [(c_long, Vec<SeccompRule>); 2] {
    let not_unix = rule([condition(0, SeccompCmpOp::Ne, libc::AF_UNIX)]);
    if is_hidden {
        return [libc::SYS_socket, libc::SYS_socketpair].map(|call| (call, vec![not_unix.clone()]));
    }
    // A datagram socket can send to anybody, and the kernel treats raw Unix sockets as datagram sockets.
    let [datagram, raw] = [libc::SOCK_DGRAM, libc::SOCK_RAW].map(|kind| part(1, SOCKET_TYPE, kind));
    [(libc::SYS_socket, vec![]), (libc::SYS_socketpair, vec![not_unix, datagram, raw])]
}

fn unsupported() -> Rules {
    let mut rules = all(ATTRIBUTES);
    // Shared locks, which Go takes on what it compiles, reveal nothing while all other locks are refused.
    rules.insert(libc::SYS_flock, vec![has(1, libc::LOCK_EX)]);
    rules.insert(libc::SYS_fcntl, LOCKS.map(|request| is(1, request)).into());
    rules
}

fn ignored(task: &LauncherTask) -> Rules {
    let owners = if task.options.runs_scratch { CHANGES_OF_OWNERS } else { &[] };
    let mut rules = all(&[IGNORED, owners].concat());
    // Would hide what a process holds from the limits.
    let hides = [(0, libc::PR_SET_DUMPABLE), (1, 0)];
    let hides = hides.map(|(place, value)| condition(place, SeccompCmpOp::Eq, value));
    rules.insert(libc::SYS_prctl, vec![rule(hides)]);
    rules
}

/// Applies if the argument at this place has this value.
fn is(place: u8, value: c_int) -> SeccompRule {
    rule([condition(place, SeccompCmpOp::Eq, value)])
}

/// Applies if the argument at this place has all these flags.
fn has(place: u8, flags: c_int) -> SeccompRule {
    part(place, flags, flags)
}

/// Applies if these bits of the argument at this place have this value.
fn part(place: u8, bits: c_int, value: c_int) -> SeccompRule {
    rule([condition(place, SeccompCmpOp::MaskedEq(bits.cast_unsigned().into()), value)])
}

/// Applies if all conditions hold.
fn rule<const N: usize>(conditions: [SeccompCondition; N]) -> SeccompRule {
    SeccompRule::new(conditions.into()).expect("there is a condition")
}

fn condition(place: u8, holds: SeccompCmpOp, value: c_int) -> SeccompCondition {
    let value = value.cast_unsigned().into();
    SeccompCondition::new(place, SeccompCmpArgLen::Dword, holds, value)
        .expect("a call has six arguments")
}

/// Rules for these calls, whatever their arguments.
fn all(calls: &[c_long]) -> Rules {
    calls.iter().map(|&call| (call, vec![])).collect()
}

fn compile(rules: Rules, errno: u32) -> Result<BpfProgram, seccompiler::BackendError> {
    let refuse = SeccompAction::Errno(errno);
    let architecture = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture)?.try_into()
}

/// A filter that loads the call's number, compares it and answers.
fn no_new_calls() -> BpfProgram {
    let step = |code: u32, k| sock_filter { code: code as u16, jt: 0, jf: 0, k };
    let answer = |answer| step(libc::BPF_RET | libc::BPF_K, answer);
    let is_new = step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, FIRST_NEW);
    vec![
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0),
        sock_filter { jf: 1, ..is_new },
        answer(libc::SECCOMP_RET_ERRNO | Errno::ENOSYS as u32),
        answer(libc::SECCOMP_RET_ALLOW),
    ]
}
