use std::net::IpAddr;
use std::num::NonZeroUsize;

use super::Activity::{Busy, Idle, Playing, Watching};
use super::{Activity, Capacity, Connections, Place};
use crate::networks::Networks;

fn connections(all: usize, share: usize) -> Connections {
    Connections::new(Capacity { all, share: NonZeroUsize::new(share) })
}

fn enter(connections: &Connections, address: &str, activity: Activity) -> Option<Place> {
    let address: IpAddr = address.parse().unwrap();
    connections.enter(Some(Networks::of(address)), activity)
}

/// `n` places for one address.
fn fill(connections: &Connections, n: usize, address: &str, activity: Activity) -> Vec<Place> {
    (0..n).map(|_| enter(connections, address, activity).expect("there is room")).collect()
}

/// The numbers of the places that were given up.
fn given_up(places: &[Place]) -> Vec<usize> {
    (0..places.len()).filter(|&number| *places[number].given_up.borrow()).collect()
}

#[test]
fn the_largest_holder_gives_way() {
    let connections = connections(10, 7);
    let few = fill(&connections, 3, "192.0.2.1", Idle);
    let many = fill(&connections, 7, "192.0.2.2", Idle);
    let newcomer = enter(&connections, "192.0.2.3", Idle).unwrap();
    assert_eq!((given_up(&few), given_up(&many)), (vec![], vec![0]), "what idles for longest");
    drop(newcomer);
    assert!(enter(&connections, "192.0.2.3", Idle).is_some(), "a place that is left is free");
    assert_eq!(given_up(&many), [0]);
}

#[test]
fn idle_before_watching_before_playing() {
    let connections = connections(100, 100);
    let mut many = fill(&connections, 50, "192.0.2.1", Playing);
    many.extend(fill(&connections, 1, "192.0.2.1", Busy));
    many.extend(fill(&connections, 2, "192.0.2.1", Watching));
    many.extend(fill(&connections, 2, "192.0.2.1", Idle));
    many[53].is_now(Busy);
    many[53].is_answered();
    let others = fill(&connections, 45, "192.0.2.2", Playing);
    let mut newcomers = Vec::new();
    for expected in [&[54][..], &[53, 54], &[51, 53, 54], &[51, 52, 53, 54], &[0, 51, 52, 53, 54]] {
        newcomers.push(enter(&connections, "192.0.2.3", Busy).unwrap());
        assert_eq!(given_up(&many), expected);
    }
    assert!(given_up(&others).is_empty());
}

#[test]
fn players_keep_their_places_in_networks_of_a_usual_size() {
    let connections = connections(20, 10);
    let pairs: Vec<_> =
        (1..=10).map(|n| fill(&connections, 2, &format!("192.0.2.{n}"), Playing)).collect();
    assert!(enter(&connections, "192.0.2.11", Idle).is_none());
    pairs[3][1].is_now(Watching);
    assert!(enter(&connections, "192.0.2.11", Idle).is_some(), "the game of one is over");
    assert_eq!(given_up(&pairs[3]), [1]);
}

/// Players count for their wide network, too: otherwise, a few of the networks that a provider assigns could keep
/// everybody else out.
#[test]
fn players_of_many_small_networks_are_those_of_a_wide_one() {
    let connections = connections(1000, 200);
    let mut players = Vec::new();
    for number in 0..25 {
        // In three /48s, each address in its own /56.
        let address = format!("2001:db8:{:x}:{:x}00::1", number % 3, number);
        players.extend(fill(&connections, 40, &address, Playing));
    }
    for n_given_up in 1..=300 {
        let address = format!("192.0.2.{}", n_given_up % 100);
        players.push(enter(&connections, &address, Idle).expect("the largest gives way"));
        assert_eq!(given_up(&players).len(), n_given_up);
    }
}

#[test]
fn nobody_gives_way_to_a_network_that_has_as_much() {
    let connections = connections(6, 6);
    let first = fill(&connections, 3, "192.0.2.1", Watching);
    let second = fill(&connections, 3, "192.0.2.2", Watching);
    for address in ["192.0.2.1", "192.0.2.2"] {
        assert!(enter(&connections, address, Idle).is_none(), "{address}");
    }
    second[2].is_now(Idle);
    assert!(enter(&connections, "192.0.2.2", Idle).is_some(), "its own can take turns");
    assert_eq!((given_up(&first), given_up(&second)), (vec![], vec![2]));
}

#[test]
fn an_address_has_its_share() {
    let connections = connections(100, 10);
    let many = fill(&connections, 10, "192.0.2.1", Watching);
    assert!(enter(&connections, "192.0.2.1", Idle).is_none());
    assert!(enter(&connections, "::ffff:192.0.2.1", Idle).is_none(), "it is the same");
    assert!(enter(&connections, "192.0.2.2", Idle).is_some());
    many[4].is_now(Idle);
    assert!(enter(&connections, "192.0.2.1", Idle).is_some());
    assert_eq!(given_up(&many), [4]);
}

#[test]
fn wider_networks_have_wider_shares() {
    let connections = connections(1000, 10);
    let count = |address: &dyn Fn(usize) -> String| {
        let places = (0..).map_while(|number| enter(&connections, &address(number), Busy));
        places.collect::<Vec<_>>().len()
    };
    assert_eq!(count(&|number| format!("2001:db8::{number:x}")), 10, "one /64");
    assert_eq!(count(&|number| format!("2001:db8:0:{:x}::1", number % 256)), 20, "one /56");
    assert_eq!(count(&|number| format!("2001:db8:0:{:x}::1", number * 256)), 40, "one /48");
    assert_eq!(count(&|number| format!("2001:db8:{:x}::1", number % 30)), 300, "many of them");
}

#[test]
fn a_neighbor_in_a_full_network_gets_in() {
    let connections = connections(1000, 10);
    let first = fill(&connections, 10, "2001:db8:0:1::1", Watching);
    let second = fill(&connections, 9, "2001:db8:0:2::1", Watching);
    let third = enter(&connections, "2001:db8:0:3::1", Watching).unwrap();
    let fourth = enter(&connections, "2001:db8:0:4::1", Watching).unwrap();
    assert_eq!((given_up(&first), given_up(&second)), (vec![0], vec![]), "the /56 was full");
    assert!(!*third.given_up.borrow() && !*fourth.given_up.borrow());
}

#[test]
fn a_proxy_stands_for_many() {
    let connections = connections(6, 2);
    let proxy: Vec<_> = (0..6).map(|_| connections.enter(None, Idle).unwrap()).collect();
    assert!(
        connections.enter(None, Idle).is_none() && enter(&connections, "192.0.2.1", Idle).is_none()
    );
    for place in &proxy[..3] {
        place.belongs_to(Networks::of("192.0.2.1".parse().unwrap()));
    }
    assert!(connections.enter(None, Idle).is_some(), "whose they are is known now");
    assert_eq!(given_up(&proxy), [0]);
}

#[tokio::test]
async fn all_are_gone_once_the_last_has_left() {
    let connections = connections(2, 2);
    let places = fill(&connections, 2, "192.0.2.1", Busy);
    let waiting = tokio::spawn({
        let connections = connections.clone();
        async move { connections.left().await }
    });
    tokio::task::yield_now().await;
    assert!(!waiting.is_finished());
    drop(places);
    waiting.await.unwrap();
    connections.left().await;
}

/// A network that has one place more than another keeps it: otherwise, the two networks would keep displacing each
/// other.
#[test]
fn who_has_one_place_more_keeps_it() {
    for activity in [Watching, Playing] {
        let connections = connections(3, 3);
        let more = fill(&connections, 2, "192.0.2.1", activity);
        let _less = fill(&connections, 1, "192.0.2.2", activity);
        assert!(enter(&connections, "192.0.2.2", Busy).is_none(), "{activity:?}");
        assert!(enter(&connections, "192.0.2.3", Busy).is_some(), "{activity:?}");
        assert_eq!(given_up(&more), [0]);
    }
}
