//! Seccomp: the kernel refuses dangerous system calls.
//!
//! The list says what is forbidden, not what is allowed, because runtimes differ and change.

use std::collections::BTreeMap;

use nix::errno::Errno;
use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter,
};

use super::failure::{Failure, Step};
use crate::launcher_task::LauncherTask;
use crate::layer::Layer;

/// Refused as if not permitted.
const FORBIDDEN: [libc::c_long; 50] = [
    // Looking into other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_perf_event_open,
    // Another view of the system.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_quotactl,
    // Large and often attacked parts of the kernel.
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // The machine as a whole.
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_vhangup,
    // Queues that outlive a process.
    libc::SYS_msgget,
    libc::SYS_semget,
];

/// Refused as if unknown; programs then do without them.
const UNKNOWN: &[libc::c_long] = &[
    // Hides its flags behind a pointer.
    libc::SYS_clone3,
    // Memory that nobody counts.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_vmsplice,
    // Would tell a program when another one opens a file that both may read.
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    libc::SYS_inotify_init1,
];

/// Answered with 0 and not carried out. The kernel may give every session an equal share of the processors (autogroup):
/// a program with many sessions would have many shares. Programs accept any answer but -1.
const IGNORED: [libc::c_long; 1] = [libc::SYS_setsid];

/// The process about which nobody can ask in a jail: a number that no process has, as Linux counts to 2^22. The Python
/// package asks, and refuses to work if the answer is [`ANSWER`], which `getsid` gives nowhere else.
const QUESTION: libc::pid_t = 0x4653_4a4c;
const ANSWER: Errno = Errno::EKEYREJECTED;

/// Requests of `fcntl` that are refused as if not permitted: notifications about files that others open, and pipes
/// larger than the limits assume.
const REQUESTS: [libc::c_int; 3] = [libc::F_NOTIFY, libc::F_SETLEASE, libc::F_SETPIPE_SZ];

/// Requests of `fcntl` that lock a file. Locks are refused as on a file system without locks: a lock on a file that two
/// programs may read would be a channel between them.
const LOCKS: [libc::c_int; 4] =
    [libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];

/// The flags of `clone` that create namespaces.
const NAMESPACES: [libc::c_int; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// The bits of a socket's type that are not flags.
const SOCKET_TYPE: u64 = 0xf;

/// The number that x32 programs add to system call numbers.
const X32: libc::c_long = 0x4000_0000;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

pub(super) fn apply(task: &LauncherTask) -> Result<(), Failure> {
    let forbidden = forbidden(task).step("seccomp")?;
    let locks = locks().step("seccomp")?;
    let answers = answers().step("seccomp")?;
    for (rules, errno) in [
        (forbidden, Errno::EPERM as u32),
        (all(UNKNOWN), Errno::ENOSYS as u32),
        (locks, Errno::EOPNOTSUPP as u32),
        (all(&IGNORED), 0),
        (answers, ANSWER as u32),
    ] {
        let program = compile(rules, errno).step("seccomp")?;
        apply_filter(&program).step("seccomp")?;
    }
    Ok(())
}

fn forbidden(task: &LauncherTask) -> Result<Rules, seccompiler::BackendError> {
    let mut rules = all(&FORBIDDEN);
    forbid_sockets(&mut rules, task.has(Layer::Namespaces))?;
    let flags = NAMESPACES.map(|flag| {
        let flag = u64::from(flag.cast_unsigned());
        let has = SeccompCmpOp::MaskedEq(flag);
        SeccompRule::new(vec![SeccompCondition::new(0, SeccompCmpArgLen::Dword, has, flag)?])
    });
    let flags: Vec<SeccompRule> = flags.into_iter().collect::<Result<_, _>>()?;
    insert(&mut rules, libc::SYS_clone, &flags);
    insert(&mut rules, libc::SYS_fcntl, &requests(&REQUESTS)?);
    Ok(rules)
}

/// Forbids all sockets but Unix ones. Where no namespaces hide the sockets of other programs, only pairs that stay
/// connected are allowed: a listener outside, such as D-Bus, could do for a program what the program itself may not.
fn forbid_sockets(rules: &mut Rules, is_hidden: bool) -> Result<(), seccompiler::BackendError> {
    let condition = |argument, is, value: libc::c_int| {
        let value = u64::from(value.cast_unsigned());
        let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, is, value)?;
        SeccompRule::new(vec![condition])
    };
    let not_unix = condition(0, SeccompCmpOp::Ne, libc::AF_UNIX)?;
    if is_hidden {
        insert(rules, libc::SYS_socket, std::slice::from_ref(&not_unix));
        insert(rules, libc::SYS_socketpair, &[not_unix]);
        return Ok(());
    }
    insert(rules, libc::SYS_socket, &[]);
    // A datagram socket can send to anybody, and the kernel treats raw Unix sockets as datagram sockets.
    let is_type = SeccompCmpOp::MaskedEq(SOCKET_TYPE);
    let [datagram, raw] = [libc::SOCK_DGRAM, libc::SOCK_RAW];
    let rest = [not_unix, condition(1, is_type.clone(), datagram)?, condition(1, is_type, raw)?];
    insert(rules, libc::SYS_socketpair, &rest);
    Ok(())
}

fn locks() -> Result<Rules, seccompiler::BackendError> {
    let mut rules = Rules::new();
    // Shared locks, which Go takes on what it compiles, reveal nothing while all other locks are refused.
    let exclusive = u64::from(libc::LOCK_EX.cast_unsigned());
    let is_exclusive = SeccompCmpOp::MaskedEq(exclusive);
    let exclusive = SeccompCondition::new(1, SeccompCmpArgLen::Dword, is_exclusive, exclusive)?;
    insert(&mut rules, libc::SYS_flock, &[SeccompRule::new(vec![exclusive])?]);
    insert(&mut rules, libc::SYS_fcntl, &requests(&LOCKS)?);
    Ok(rules)
}

/// The rules whose answers tell a program that it is in a jail.
fn answers() -> Result<Rules, seccompiler::BackendError> {
    let mut rules = Rules::new();
    let (length, is) = (SeccompCmpArgLen::Dword, SeccompCmpOp::Eq);
    let question = SeccompCondition::new(0, length, is, u64::from(QUESTION.cast_unsigned()))?;
    insert(&mut rules, libc::SYS_getsid, &[SeccompRule::new(vec![question])?]);
    Ok(rules)
}

/// The rules for these requests (values of the second argument of `fcntl`).
fn requests(numbers: &[libc::c_int]) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let rule = |&number: &libc::c_int| {
        let (length, is) = (SeccompCmpArgLen::Dword, SeccompCmpOp::Eq);
        SeccompRule::new(vec![SeccompCondition::new(1, length, is, u64::from(number as u32))?])
    };
    numbers.iter().map(rule).collect()
}

/// Rules for these calls, whatever their arguments.
fn all(numbers: &[libc::c_long]) -> Rules {
    let mut rules = Rules::new();
    for &number in numbers {
        insert(&mut rules, number, &[]);
    }
    rules
}

/// Forbids a call if one of `conditions` holds, or always if there is none.
fn insert(rules: &mut Rules, number: libc::c_long, conditions: &[SeccompRule]) {
    rules.insert(number, conditions.to_vec());
    if cfg!(target_arch = "x86_64") {
        rules.insert(number | X32, conditions.to_vec());
    }
}

fn compile(rules: Rules, errno: u32) -> Result<BpfProgram, seccompiler::BackendError> {
    let refuse = SeccompAction::Errno(errno);
    let architecture = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture)?.try_into()
}
